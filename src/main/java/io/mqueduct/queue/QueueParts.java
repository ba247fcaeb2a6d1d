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
package io.mqueduct.queue;

import io.mqueduct.routing.Router;
import io.mqueduct.store.Store;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;

/**
 * What all loops of the named queues share. Any thread.
 *
 * @param queues those that exist, by name; changed by the registry
 * @param shardsByList shards by the number of their list in the store
 * @param readers may block
 */
record QueueParts(
    Store store,
    Executor readers,
    Router router,
    ConcurrentMap<String, ShardedQueue> queues,
    ConcurrentMap<Long, QueueShard> shardsByList) {
  QueueParts(Store store, Executor readers, Router router) {
    this(store, readers, router, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
  }
}
