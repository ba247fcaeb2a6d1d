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
package io.mqueduct.bus;

/** Every event-bus address of the broker. */
public final class Address {
  /** The registry of the named queues. */
  public static final String QUEUE_REGISTRY = "queue.registry";

  private Address() {}

  /** The registry that owns the sessions of a shard while they are away. */
  public static String sessionRegistry(int shard) {
    return "session.registry." + shard;
  }

  /** The loop that owns the sessions of its connections. */
  public static String mqttLoop(int loop) {
    return "mqtt.loop." + loop;
  }

  /** The loop that owns shards of named queues. */
  public static String queues(int loop) {
    return "queue." + loop;
  }

  /** The loop of a shard of a named queue. */
  public static int loopOf(String queue, int shard, int loops) {
    return (shardOf(queue, loops) + shard) % loops;
  }

  /** The shard of a client id. The same for every node and every start. */
  public static int shardOf(String clientId, int shards) {
    int hash = clientId.hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), shards);
  }
}
