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

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an expression by recursive descent: {@code comparison := term [op term]}, {@code term :=
 * literal | name(comparison, …) | variable | (comparison) | [comparison, …]}. Used once, by one
 * thread.
 */
final class Parser {
  private static final int MAX_DEPTH = 32;
  private static final String[] OPERATORS = {"==", "!=", "<=", ">=", "<", ">", "="};

  private final String text;
  private int at;
  private int depth;

  Parser(String text) {
    this.text = text;
  }

  Node parse() throws SyntaxException {
    Node node = comparison();
    if (at < text.length()) {
      throw error("unexpected " + what());
    }
    return node;
  }

  private Node comparison() throws SyntaxException {
    if (++depth > MAX_DEPTH) {
      throw error("more than " + MAX_DEPTH + " levels of nesting");
    }
    Node left = term();
    skipSpace();
    for (String operator : OPERATORS) {
      if (text.startsWith(operator, at)) {
        at += operator.length();
        Node right = term();
        skipSpace();
        left = new Node.Call(Comparisons.infix(operator), List.of(left, right));
        break;
      }
    }
    depth--;
    return left;
  }

  private Node term() throws SyntaxException {
    skipSpace();
    if (at >= text.length()) {
      throw error("the expression ends too early");
    }
    char c = text.charAt(at);
    if (c == '(') {
      at++;
      Node inner = comparison();
      expect(')');
      return inner;
    }
    if (c == '[') {
      at++;
      return new Node.Items(list(']'));
    }
    if (c == '\'' || c == '"') {
      return new Node.Literal(string());
    }
    if (c == '-' || isDigit(c)) {
      return new Node.Literal(number());
    }
    if (isNameStart(c)) {
      return named();
    }
    throw error("unexpected " + what());
  }

  private Node named() throws SyntaxException {
    int start = at;
    String name = name();
    skipSpace();
    if (at < text.length() && text.charAt(at) == '(') {
      at++;
      List<Node> arguments = list(')');
      return Functions.call(name, arguments, start + 1);
    }
    List<Object> path = new ArrayList<>();
    path.add(name);
    while (at < text.length()) {
      if (text.charAt(at) == '.') {
        at++;
        path.add(segment());
      } else if (text.charAt(at) == '[') {
        at++;
        path.add(index());
      } else {
        break;
      }
    }
    if (path.size() == 1 && (name.equals("true") || name.equals("false"))) {
      return new Node.Literal(Boolean.valueOf(name));
    }
    return Variables.of(path, start + 1);
  }

  private String name() {
    int start = at;
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private String segment() throws SyntaxException {
    if (at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '"')) {
      return string();
    }
    int start = at;
    while (at < text.length() && (isNamePart(text.charAt(at)) || text.charAt(at) == '-')) {
      at++;
    }
    if (at == start) {
      throw error("a name is missing after the dot");
    }
    return text.substring(start, at);
  }

  private Object index() throws SyntaxException {
    skipSpace();
    int start = at;
    Object number = number();
    skipSpace();
    expect(']');
    if (!(number instanceof Long index) || index < 0 || index > Integer.MAX_VALUE) {
      at = start;
      throw error("an index is a number from 0");
    }
    return index;
  }

  private List<Node> list(char end) throws SyntaxException {
    List<Node> items = new ArrayList<>();
    skipSpace();
    if (at < text.length() && text.charAt(at) == end) {
      at++;
      return items;
    }
    while (true) {
      items.add(comparison());
      skipSpace();
      if (at < text.length() && text.charAt(at) == ',') {
        at++;
      } else {
        expect(end);
        return items;
      }
    }
  }

  private Object number() throws SyntaxException {
    int start = at;
    if (at < text.length() && text.charAt(at) == '-') {
      at++;
    }
    int digits = at;
    boolean fraction = false;
    while (at < text.length()
        && (isDigit(text.charAt(at)) || (text.charAt(at) == '.' && !fraction))) {
      fraction |= text.charAt(at) == '.';
      at++;
    }
    String written = text.substring(start, at);
    if (at == digits || written.endsWith(".") || !isDigit(text.charAt(digits))) {
      at = start;
      throw error("not a number");
    }
    try {
      if (fraction) {
        return Double.valueOf(written);
      }
      return Long.valueOf(written);
    } catch (NumberFormatException e) {
      at = start;
      throw error("a number beyond 64 bits");
    }
  }

  private String string() throws SyntaxException {
    int start = at;
    char quote = text.charAt(at++);
    StringBuilder built = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return built.toString();
      }
      if (c != '\\' || at == text.length()) {
        built.append(c);
      } else {
        escape(built);
      }
    }
    at = start;
    throw error("the string does not end");
  }

  /** What is no escape stays as it is written, so that '\d+' is a regular expression. */
  private void escape(StringBuilder built) throws SyntaxException {
    char c = text.charAt(at++);
    switch (c) {
      case '\\', '\'', '"' -> built.append(c);
      case 'n' -> built.append('\n');
      case 't' -> built.append('\t');
      case 'r' -> built.append('\r');
      case 'u' -> built.append(unicode());
      default -> built.append('\\').append(c);
    }
  }

  private char unicode() throws SyntaxException {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at + i < text.length() ? Character.digit(text.charAt(at + i), 16) : -1;
      if (digit < 0) {
        throw error("four hexadecimal digits are missing after \\u");
      }
      value = value * 16 + digit;
    }
    at += 4;
    return (char) value;
  }

  private void expect(char wanted) throws SyntaxException {
    skipSpace();
    if (at >= text.length() || text.charAt(at) != wanted) {
      throw error("expected " + wanted + ", found " + what());
    }
    at++;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private String what() {
    return at < text.length() ? "'" + text.charAt(at) + "'" : "the end";
  }

  private SyntaxException error(@Nullable String what) {
    return new SyntaxException(at + 1, String.valueOf(what));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c);
  }
}
