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
package io.mqueduct.routing;

/**
 * What the tables of the tree hold at one place: the only subscription of a filter, all
 * subscriptions of a filter, its interceptors, or a node with more filters below. The single
 * subscription needs no object besides itself, which is what keeps a million of them small.
 */
sealed interface FilterEntry permits Subscription, Leaf, TrieNode, InterceptorIndex.Entry {
  /** The filter; of a node, any text that begins with the levels that lead to it. */
  String filter();
}
