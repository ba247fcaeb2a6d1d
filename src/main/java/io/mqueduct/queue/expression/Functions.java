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

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.mqueduct.queue.expression.Node.Function;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The functions by name, and the checks that can be made before there is a message. Stateless. */
final class Functions {
  private static final Map<String, Signature> TABLE = new TreeMap<>();

  private Functions() {}

  /** How many arguments a function takes, and what it does. */
  private record Signature(int min, int max, Function function) {}

  /** A function of values that are all bound. */
  @FunctionalInterface
  interface Strict {
    @Nullable Object apply(Evaluation evaluation, Object[] arguments);
  }

  private static final int MANY = Integer.MAX_VALUE;

  static {
    lazy("coalesce", 1, MANY, Functions::coalesce);
    lazy("iif", 3, 3, Functions::iif);
    lazy("is_empty", 1, 1, (e, a) -> Values.isEmpty(a.get(0).evaluate(e)));
    lazy("not", 1, 1, (e, a) -> !Values.isTrue(a.get(0).evaluate(e)));
    for (boolean numbers : new boolean[] {true, false}) {
      String prefix = numbers ? "num_" : "str_";
      lazy(prefix + "eq", 2, 2, Comparisons.function("==", numbers));
      lazy(prefix + "neq", 2, 2, Comparisons.function("!=", numbers));
      lazy(prefix + "lt", 2, 2, Comparisons.function("<", numbers));
      lazy(prefix + "lte", 2, 2, Comparisons.function("<=", numbers));
      lazy(prefix + "gt", 2, 2, Comparisons.function(">", numbers));
      lazy(prefix + "gte", 2, 2, Comparisons.function(">=", numbers));
      strict(prefix + "comp", 2, 2, (e, a) -> Comparisons.order(a[0], a[1], numbers));
    }
    strict("concat", 1, MANY, TextFunctions::concat);
    strict("lower", 1, 1, TextFunctions::lower);
    strict("upper", 1, 1, TextFunctions::upper);
    strict("trim", 1, 1, TextFunctions::trim);
    strict("ltrim", 1, 1, TextFunctions::ltrim);
    strict("rtrim", 1, 1, TextFunctions::rtrim);
    strict("strlen", 1, 1, TextFunctions::strlen);
    strict("substr", 2, 3, TextFunctions::substr);
    strict("pad", 2, 4, TextFunctions::pad);
    strict("replace", 3, 3, TextFunctions::replace);
    strict("hash", 2, 2, TextFunctions::hash);
    strict("hash_to_range", 3, 3, TextFunctions::hashToRange);
    strict("map_to_range", 3, 3, TextFunctions::mapToRange);
    strict("base64_encode", 1, 1, TextFunctions::base64Encode);
    strict("base64_decode", 1, 1, TextFunctions::base64Decode);
    strict("split", 1, 2, ListFunctions::split);
    strict("tokens", 2, 3, ListFunctions::tokens);
    strict("nth", 2, 2, ListFunctions::nth);
    strict("topic_split", 1, 2, ListFunctions::topicSplit);
    strict("json_value", 2, 2, ListFunctions::jsonValue);
  }

  private static void lazy(String name, int min, int max, Function function) {
    TABLE.put(name, new Signature(min, max, function));
  }

  private static void strict(String name, int min, int max, Strict function) {
    lazy(name, min, max, (evaluation, nodes) -> apply(evaluation, nodes, function));
  }

  /** A call with its arguments checked. */
  static Node call(String name, List<Node> arguments, int column) throws SyntaxException {
    Signature signature = TABLE.get(name);
    if (name.startsWith("regex_")) {
      signature = regex(name, arguments, column);
    }
    if (signature == null) {
      throw new SyntaxException(column, "unknown function " + name);
    }
    requireCount(name, signature.min, signature.max, arguments, column);
    return new Node.Call(signature.function, List.copyOf(arguments));
  }

  private static void requireCount(String name, int min, int max, List<Node> arguments, int column)
      throws SyntaxException {
    int count = arguments.size();
    if (count < min || count > max) {
      String wanted =
          min == max ? "" + min : max == MANY ? "at least " + min : "from " + min + " to " + max;
      throw new SyntaxException(column, name + " takes " + wanted + " arguments, not " + count);
    }
  }

  /** The pattern has to be written out, so that it is compiled and judged once. */
  private static @Nullable Signature regex(String name, List<Node> arguments, int column)
      throws SyntaxException {
    int count = name.equals("regex_replace") ? 3 : 2;
    requireCount(name, count, count, arguments, column);
    if (!(arguments.get(1) instanceof Node.Literal literal)) {
      throw new SyntaxException(column, name + " takes a regular expression that is a string");
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(literal.value().toString());
    } catch (PatternSyntaxException e) {
      throw new SyntaxException(column, name + ": " + e.getDescription());
    }
    Strict function =
        switch (name) {
          case "regex_match" -> (e, a) -> RegexFunctions.match(e, a[0], pattern);
          case "regex_extract" -> (e, a) -> RegexFunctions.extract(e, a[0], pattern);
          case "regex_replace" -> (e, a) -> RegexFunctions.replace(e, a[0], pattern, a[2]);
          default -> null;
        };
    return function == null
        ? null
        : new Signature(count, count, (e, nodes) -> apply(e, nodes, function));
  }

  private static @Nullable Object apply(Evaluation evaluation, List<Node> nodes, Strict function) {
    Object[] arguments = new Object[nodes.size()];
    for (int i = 0; i < arguments.length; i++) {
      Object value = nodes.get(i).evaluate(evaluation);
      if (value == null) {
        return null;
      }
      arguments[i] = value;
    }
    return function.apply(evaluation, arguments);
  }

  private static @Nullable Object coalesce(Evaluation evaluation, List<Node> nodes) {
    for (Node node : nodes) {
      Object value = node.evaluate(evaluation);
      if (value instanceof List<?> list) {
        for (Object item : list) {
          if (!Values.isEmpty(item)) {
            return item;
          }
        }
      } else if (!Values.isEmpty(value)) {
        return value;
      }
    }
    return null;
  }

  private static @Nullable Object iif(Evaluation evaluation, List<Node> nodes) {
    boolean holds = Values.isTrue(nodes.get(0).evaluate(evaluation));
    return nodes.get(holds ? 1 : 2).evaluate(evaluation);
  }
}
