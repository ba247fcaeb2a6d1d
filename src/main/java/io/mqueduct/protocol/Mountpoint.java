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
package io.mqueduct.protocol;

import io.mqueduct.message.TopicName;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What stands before every topic of a client, from the {@code mountpoint} of its listener.
 * Stateless.
 *
 * <p>A name that the client chose is put in only if it is one level and can be mistaken neither for
 * a wildcard nor for a topic of the broker's own: nobody gets at the topics of others by how it is
 * called.
 */
final class Mountpoint {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(clientid|username)}");

  private Mountpoint() {}

  /** The prefix of a client, maybe empty; null if its names cannot be put in. */
  static @Nullable TopicName of(String template, String clientId, @Nullable String userName) {
    Matcher placeholders = PLACEHOLDER.matcher(template);
    StringBuilder prefix = new StringBuilder();
    while (placeholders.find()) {
      String name = placeholders.group(1).equals("clientid") ? clientId : userName;
      if (name == null || !isOneLevel(name)) {
        return null;
      }
      placeholders.appendReplacement(prefix, Matcher.quoteReplacement(name));
    }
    placeholders.appendTail(prefix);
    boolean becameDollar = prefix.indexOf("$") == 0 && PLACEHOLDER.matcher(template).lookingAt();
    return becameDollar ? null : TopicName.of(prefix.toString());
  }

  private static boolean isOneLevel(String name) {
    return !name.isEmpty() && name.chars().noneMatch(c -> c == '/' || c == '+' || c == '#');
  }
}
