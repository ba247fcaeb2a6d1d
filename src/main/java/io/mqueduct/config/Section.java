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

/** A part of the configuration with keys of its own: a record component whose type is a record. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Section {
  /** The name of the section in the file. */
  String key();

  /** What the section is about, as one sentence. */
  String doc();

  /** Comma-separated listener kinds that have this section; empty for all. */
  String only() default "";

  /**
   * Whether {@code section: false} and {@code section: true} may be written for {@code
   * section.enable}.
   */
  boolean switchable() default false;

  /** Values of keys in the section that differ from their own default, as {@code key=value}. */
  String[] defaults() default {};
}
