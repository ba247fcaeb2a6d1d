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

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that take values apart. Stateless. */
final class ListFunctions {
  private ListFunctions() {}

  /** {@code split(text[, separator])}: the pieces between; empty ones are left out. */
  static Object split(Evaluation e, Object[] a) {
    String text = TextFunctions.text(e, a[0]);
    String separator = a.length > 1 ? Values.text(a[1]) : " ";
    if (separator.isEmpty()) {
      throw new Fault("split at nothing");
    }
    List<Object> pieces = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      add(e, pieces, text, from, at);
      from = at + separator.length();
    }
    add(e, pieces, text, from, text.length());
    return pieces;
  }

  private static void add(Evaluation e, List<Object> pieces, String text, int from, int until) {
    if (from < until) {
      e.charge(until - from + 16L);
      pieces.add(text.substring(from, until));
    }
  }

  /** {@code tokens(text, separators[, 'nocrlf'])}: split at any of several characters. */
  static Object tokens(Evaluation e, Object[] a) {
    String text = TextFunctions.text(e, a[0]);
    String separators = Values.text(a[1]);
    if (separators.length() > 64) {
      throw new Fault("tokens with more than 64 separators");
    }
    if (a.length > 2 && "nocrlf".equals(a[2])) {
      separators += "\r\n";
    }
    List<Object> pieces = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      if (separators.indexOf(text.charAt(at)) >= 0) {
        add(e, pieces, text, from, at);
        from = at + 1;
      }
    }
    add(e, pieces, text, from, text.length());
    return pieces;
  }

  /** {@code nth(n, list)}, from 1; unbound beyond the end. */
  static @Nullable Object nth(Evaluation e, Object[] a) {
    boolean listFirst = a[0] instanceof List<?> && !(a[1] instanceof List<?>);
    Object list = listFirst ? a[0] : a[1];
    if (!(list instanceof List<?> items)) {
      throw new Fault("nth takes a list");
    }
    long n = Values.integer(listFirst ? a[1] : a[0]);
    return n >= 1 && n <= items.size() ? items.get((int) n - 1) : null;
  }

  /** {@code topic_split(topic)}: all levels, or {@code (topic, n)}: the nth from 1. */
  static @Nullable Object topicSplit(Evaluation e, Object[] a) {
    String topic = TextFunctions.text(e, a[0]);
    List<Object> levels = new ArrayList<>();
    int from = 0;
    while (from <= topic.length()) {
      int slash = topic.indexOf('/', from);
      int end = slash < 0 ? topic.length() : slash;
      e.charge(end - from + 16L);
      levels.add(topic.substring(from, end));
      from = end + 1;
    }
    return a.length == 1 ? levels : nth(e, new Object[] {a[1], levels});
  }

  /** {@code json_value(text, 'a.b[0]')}; unbound if it is not JSON or not there. */
  static @Nullable Object jsonValue(Evaluation e, Object[] a) {
    byte[] json = Values.bytes(a[0]);
    e.charge(json.length);
    try {
      return JsonPath.find(json, JsonPath.path(Values.text(a[1])), e);
    } catch (JsonProcessingException bad) {
      return null;
    }
  }
}
