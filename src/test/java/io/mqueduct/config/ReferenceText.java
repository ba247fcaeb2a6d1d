/*
 * Copyright 2026 The Mqueduct authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.mqueduct.config;

import io.mqueduct.config.KeyTable.Entry;
import io.mqueduct.config.KeyTable.Group;
import java.util.List;
import java.util.Locale;

/** Writes docs/configuration.md from the table of keys. */
final class ReferenceText {
  private static final String INTRODUCTION =
      """
      # Configuration

      Generated from the table of keys in the code (`io.mqueduct.config`); a test keeps it so.

      A value comes from the last of these that has it: the default; the file `conf/mqueduct.yaml`, or the one named with
      `-c FILE`; the environment; system properties; `--set` on the command line.

      | where | how `mqtt.max_inflight` is written |
      |---|---|
      | file | `mqtt: {max_inflight: 64}`, or on lines of their own as YAML has it |
      | environment | `MQUEDUCT_MQTT__MAX_INFLIGHT=64`: capitals, two underscores between levels |
      | system property | `java -Dmqueduct.mqtt.max_inflight=64 -jar …` |
      | command line | `--set mqtt.max_inflight=64`, repeatable; `--data DIR` is `--set node.data_dir=DIR` |

      Lists and maps are written in one line as YAML has it (`--set 'api.cors=[https://a.example]'`), lists of words also with
      commas, and items of a list by their number (`MQUEDUCT_AUTHENTICATION__PROVIDERS__0__TYPE=password_file`). File names
      are relative to the working directory.

      An unknown key, or a value that is not allowed, stops the start with one line that names the place, the key, the value,
      what is allowed, and for an unknown key the nearest known one. `mqueduct check-config` tells all such lines at once, or
      every value that is in force with the place it comes from.

      **While the broker runs** it looks every three seconds at the file and at the files it names (certificates, keys, password
      files, access rules), by content, so that the swapped links of a Kubernetes ConfigMap or Secret are seen. Keys marked
      *yes* under "live" take their new value at once or for the next connection; others are named in the log as needing a
      restart, as are listeners that come or go. A file with a mistake changes nothing and is one line in the log.

      **Durations** are `100ms`, `5s`, `2m`, `1h30m`, `7d`; a bare number is milliseconds. **Sizes** are `512`, `64KB`, `1MB`,
      `2GB`, in powers of 1024. **Rates** are `100/s`, `60/m`, `1MB/10s`. `infinity` is no limit.

      **Safe by default**: without an authentication provider the broker listens on loopback only. A listener that can be
      reached from elsewhere needs `authentication.providers`, or `ssl.verify: required`, or
      `authentication.allow_anonymous: true` in so many words. Secrets are shown as `******` everywhere.
      """;

  private static final String LISTENERS =
      """
      Kinds are `tcp`, `ssl` (TLS), `ws` (WebSocket) and `wss` (WebSocket over TLS); names are yours, and as many as you like.
      Each kind has a listener named `default`: `listeners.tcp.default`. Listeners of other names need `bind`.
      """;

  private final StringBuilder out = new StringBuilder(INTRODUCTION);

  static String write() {
    ReferenceText text = new ReferenceText();
    for (Group group : KeyTable.groups()) {
      text.group(group);
    }
    return text.out.toString();
  }

  private void group(Group group) {
    String path = group.path();
    boolean listener = path.startsWith("listeners.");
    // All kinds have the same keys but for those that are marked: one table, of the kind with most.
    if (listener && !path.startsWith("listeners.wss.")) {
      return;
    }
    boolean sub = path.indexOf('.') >= 0 && !path.equals("listeners.wss.NAME");
    out.append(sub ? "\n### `" : "\n## `").append(general(path)).append("`\n\n");
    out.append(cell(group.doc())).append('\n');
    if (path.equals("listeners.wss.NAME")) {
      out.append('\n').append(LISTENERS);
    }
    if (!group.entries().isEmpty()) {
      out.append("\n| key | value | default | live | meaning |\n|---|---|---|---|---|\n");
      group.entries().forEach(entry -> row(group, entry));
    }
  }

  private void row(Group group, Entry entry) {
    Setting setting = entry.setting();
    String key = entry.path().substring(group.path().length() + 1);
    String only = "";
    if (!setting.only().isEmpty() && group.path().startsWith("listeners.")) {
      only = " (" + setting.only().replace(",", ", ") + " only)";
    }
    out.append("| `")
        .append(key)
        .append("` | ")
        .append(cell(ValueText.allowed(setting, entry.type()).replaceAll(" \\(as [^)]*\\)", "")))
        .append(" | ")
        .append(standard(entry))
        .append(" | ")
        .append(setting.hot() ? "yes" : "")
        .append(" | ")
        .append(cell(setting.doc()))
        .append(only)
        .append(setting.secret() ? " Secret." : "")
        .append(" |\n");
  }

  private static String standard(Entry entry) {
    if (entry.path().equals("listeners.wss.NAME.bind")) {
      return List.of(ListenerSettings.Transport.values()).stream()
          .map(
              t ->
                  t.name().toLowerCase(Locale.ROOT)
                      + " `"
                      + KeyTable.listenerDefaults(t).get("bind")
                      + "`")
          .reduce((a, b) -> a + ", " + b)
          .orElseThrow();
    }
    if (entry.setting().required()) {
      return "(needed)";
    }
    return entry.defaultText().isEmpty() ? "" : "`" + entry.defaultText() + "`";
  }

  private static String general(String path) {
    return path.replace("listeners.wss.", "listeners.KIND.");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("$", "\\$");
  }
}
