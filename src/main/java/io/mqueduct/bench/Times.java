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
package io.mqueduct.bench;

/**
 * How long the parts of a run are, in seconds.
 *
 * @param warm load before anything is measured
 * @param measured load that is measured
 * @param idle with {@link Scenario#CONNECT} how long connections are watched while idle
 * @param drain the longest wait for what is still under way at the end
 * @param max the longest time of the whole run, after which it fails
 */
public record Times(double warm, double measured, double idle, double drain, double max) {}
