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

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * One key of the configuration: an entry of the table from which parsing, validation, {@code
 * docs/configuration.md} and {@code conf/mqueduct.yaml} are made.
 *
 * <p>The component's type gives the kind of value; {@link #unit} refines numbers.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** The key inside its section, in snake case. */
  String key();

  /** The default, as it would be written in the file; empty for "nothing". */
  String def() default "";

  /** What the key does, as one or two sentences. */
  String doc();

  /** How a number is written. */
  Unit unit() default Unit.NUMBER;

  /** Smallest number, in the unit (milliseconds, bytes). */
  long min() default 0;

  /** Greatest number, in the unit. */
  long max() default Long.MAX_VALUE;

  /** Whether {@code infinity} is accepted; it becomes the greatest value of the number's type. */
  boolean infinity() default false;

  /** Whether 0 means the same as {@code infinity}, and is turned into it. */
  boolean zeroIsInfinity() default false;

  /**
   * A word accepted beside numbers, which becomes {@link Settings#UNSET}; empty if there is none.
   */
  String word() default "";

  /** Whether a value must be given where the default is empty. */
  boolean required() default false;

  /** Whether a change takes effect while the broker runs. */
  boolean hot() default false;

  /** Whether the value must never be shown. */
  boolean secret() default false;

  /** Whether the value names a file whose content is watched for changes. */
  boolean file() default false;

  /** Comma-separated listener kinds or provider types that have this key; empty for all. */
  String only() default "";

  /** How numbers are written in the file. */
  enum Unit {
    /** A plain number. */
    NUMBER,
    /** {@code 100ms}, {@code 5s}, {@code 2h}, {@code 7d}; a bare number is milliseconds. */
    DURATION,
    /** {@code 64KB}, {@code 1MB} (powers of 1024); a bare number is bytes. */
    BYTES
  }
}
