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

import io.mqueduct.message.Message;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An expression that gives the key of a message, such as {@code concat(message.from, '/',
 * message.payload.id)}. The language is the useful part of EMQX's variform, with comparisons.
 *
 * <p>Immutable, any thread. Whatever the expression and the message are, {@link #keyOf} ends in
 * time that grows linearly with their sizes, allocates no more than {@link Evaluation#budget a
 * budget}, and throws nothing.
 */
public final class KeyExpression {
  /** Greatest length of an expression in characters. */
  public static final int MAX_LENGTH = 4096;

  /** Greatest length of a key in bytes. */
  public static final int MAX_KEY_BYTES = 4096;

  /** The client id of the publisher. */
  public static final String DEFAULT = "message.from";

  private final String text;
  private final Node root;
  private final boolean publisherOnly;

  private KeyExpression(String text, Node root) {
    this.text = text;
    this.root = root;
    this.publisherOnly = text.strip().equals(DEFAULT);
  }

  /**
   * Understands and checks an expression: syntax, names, numbers of arguments, literal regular
   * expressions.
   */
  public static KeyExpression parse(String text) throws SyntaxException {
    if (text.length() > MAX_LENGTH) {
      throw new SyntaxException(
          MAX_LENGTH + 1, "the expression is longer than " + MAX_LENGTH + " characters");
    }
    return new KeyExpression(text, new Parser(text).parse());
  }

  /** The expression as it was written. */
  public String text() {
    return text;
  }

  /**
   * The key of a message.
   *
   * @param peerHost address of the publisher, if it is known
   */
  public KeyOutcome keyOf(Message message, @Nullable String peerHost) {
    if (publisherOnly) {
      return key(message.publisher());
    }
    try {
      Object value = root.evaluate(new Evaluation(message, peerHost));
      if (value == null) {
        return KeyOutcome.Unbound.INSTANCE;
      }
      return value instanceof byte[] bytes ? key(bytes) : key(Values.text(value));
    } catch (Fault e) {
      return new KeyOutcome.Failed(String.valueOf(e.getMessage()));
    }
  }

  /** The bytes of a text in UTF-8, one a character; the text itself if it is ASCII. */
  public static String latin1(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      }
    }
    return text;
  }

  private static KeyOutcome key(String text) {
    String latin1 = latin1(text);
    return latin1.length() > MAX_KEY_BYTES ? tooLong() : new KeyOutcome.Key(latin1);
  }

  private static KeyOutcome key(byte[] bytes) {
    return bytes.length > MAX_KEY_BYTES
        ? tooLong()
        : new KeyOutcome.Key(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  private static KeyOutcome tooLong() {
    return new KeyOutcome.Failed("the key is longer than " + MAX_KEY_BYTES + " bytes");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyExpression that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
