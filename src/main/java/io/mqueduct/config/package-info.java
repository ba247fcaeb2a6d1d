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
/**
 * Settings: the table of keys, loading and checking them, and following changes while running.
 *
 * <p>The table is the section records themselves: each component carries a {@link
 * io.mqueduct.config.Setting} with its key, range, default and meaning. Parsing, validation, the
 * reference document and the example file are all derived from there.
 */
@NullMarked
package io.mqueduct.config;

import org.jspecify.annotations.NullMarked;
