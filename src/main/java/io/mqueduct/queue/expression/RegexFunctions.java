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
package io.mqueduct.queue.expression;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of regular expressions, which run in linear time (RE2). Stateless. */
final class RegexFunctions {
  private RegexFunctions() {}

  private static String text(Evaluation e, Object value, Pattern pattern) {
    String text = Values.text(value);
    e.made(text.length());
    e.charge((long) text.length() * (1 + pattern.programSize() / 32));
    return text;
  }

  /** Whether it is found anywhere. */
  static Object match(Evaluation e, Object value, Pattern pattern) {
    return pattern.matcher(text(e, value, pattern)).find();
  }

  /** The groups of the first place where it is found, or all of that if it has no groups. */
  static @Nullable Object extract(Evaluation e, Object value, Pattern pattern) {
    Matcher matcher = pattern.matcher(text(e, value, pattern));
    if (!matcher.find()) {
      return null;
    }
    List<@Nullable Object> groups = new ArrayList<>();
    for (int i = Math.min(1, matcher.groupCount()); i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      groups.add(group == null ? "" : group);
    }
    return groups;
  }

  /** Every place where it is found is replaced by a text, taken as it is. */
  static Object replace(Evaluation e, Object value, Pattern pattern, Object with) {
    String text = text(e, value, pattern);
    String replacement = Values.text(with);
    StringBuilder built = new StringBuilder();
    Matcher matcher = pattern.matcher(text);
    int from = 0;
    while (matcher.find()) {
      e.charge(text.length() - from); // each search may look at all of the rest
      built.append(text, from, matcher.start());
      e.grow(built.length(), replacement.length());
      built.append(replacement);
      from = matcher.end();
    }
    e.grow(built.length(), text.length() - from);
    return built.append(text, from, text.length()).toString();
  }
}
