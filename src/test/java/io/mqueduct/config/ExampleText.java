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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Writes conf/mqueduct.yaml, with every key at its default and commented out. */
final class ExampleText {
  private static final int WIDTH = 110;
  private static final String HEAD =
      """
      # The configuration of Mqueduct, read from conf/mqueduct.yaml or from the file named with -c.
      #
      # Every key is here with its default. To change one, take away the # before it and write your value; lines that
      # begin with "# " are text. docs/configuration.md tells more; "mqueduct check-config -c FILE" checks a file.
      """;

  /** Lists have no defaults to show: an example stands for them. */
  private static final Map<String, String> EXAMPLES =
      Map.of(
          "authentication.providers",
          """
          # providers:
          #   - {type: password_file, file: conf/passwd}
          """,
          "authorization.rules",
          """
          # rules:
          #   - {permission: allow, topics: ["devices/${clientid}/#"]}
          #   - {permission: allow, users: [ops], actions: [subscribe], topics: ["#"]}
          """);

  private final StringBuilder out = new StringBuilder(HEAD);
  private List<String> open = List.of();

  static String write() {
    ExampleText text = new ExampleText();
    KeyTable.groups().forEach(text::group);
    return text.out.toString();
  }

  private void group(Group group) {
    String path = group.path().replace(".NAME", ".default").replaceFirst("rules\\.N$", "rules");
    if (path.endsWith(".N")) {
      return;
    }
    boolean brief = path.startsWith("listeners.") && !path.startsWith("listeners.tcp.");
    List<Entry> entries = group.entries().stream().filter(e -> !brief || isOwn(e.path())).toList();
    String example = example(path);
    if (!example.isEmpty()) {
      comment(group.doc(), depth(path) - 1);
      out.append(example);
      return;
    }
    if (entries.isEmpty() && !path.endsWith(".ssl")) {
      return;
    }
    heading(path, group.doc());
    for (Entry entry : entries) {
      if (!brief) {
        comment(entry.setting().doc(), depth(path));
      }
      String key = entry.path().substring(entry.path().lastIndexOf('.') + 1);
      out.append(indent(depth(path))).append('#').append(key).append(": ");
      out.append(value(entry)).append('\n');
    }
  }

  /** What tcp.default does not show already. */
  private static boolean isOwn(String path) {
    String kind = path.split("\\.", -1)[1];
    String key = path.substring(path.lastIndexOf('.') + 1);
    return key.equals("bind")
        || key.equals("enable")
        || (path.contains(".ssl.") && path.contains(".NAME.ssl.") && kind.equals("ssl"))
        || (kind.equals("wss") && (key.equals("certfile") || key.equals("keyfile")))
        || (kind.equals("ws") && (key.equals("path") || key.equals("allowed_origins")));
  }

  private static String example(String path) {
    String text = EXAMPLES.getOrDefault(path, "");
    return text.isEmpty() ? "" : text.indent(2 * (depth(path) - 1));
  }

  private void heading(String path, String doc) {
    List<String> parts = List.of(path.split("\\.", -1));
    int common = 0;
    while (common < Math.min(parts.size(), open.size())
        && parts.get(common).equals(open.get(common))) {
      common++;
    }
    boolean listener = path.matches("listeners\\.\\w+\\.default");
    if (common == 0) {
      out.append('\n');
      if (listener) {
        comment(doc, 0);
      }
    }
    for (int level = common; level < parts.size(); level++) {
      if (level == parts.size() - 1 && !listener) {
        comment(doc, level);
      }
      out.append(indent(level)).append(parts.get(level)).append(":\n");
    }
    open = parts;
  }

  private void comment(String text, int depth) {
    StringBuilder line = new StringBuilder();
    List<String> lines = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() + 3 + 2 * depth > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    lines.forEach(l -> out.append(indent(depth)).append("# ").append(l).append('\n'));
  }

  private static String value(Entry entry) {
    boolean list =
        entry.type() instanceof java.lang.reflect.ParameterizedType p
            && p.getRawType() == List.class;
    String text = entry.defaultText();
    if (list) {
      return "[" + text + "]";
    }
    boolean plain = text.matches("[A-Za-z0-9_./:-]+");
    return plain ? text : ValueText.quoted(text);
  }

  private static int depth(String path) {
    return path.split("\\.", -1).length;
  }

  private static String indent(int depth) {
    return String.join("", Collections.nCopies(depth, "  "));
  }
}
