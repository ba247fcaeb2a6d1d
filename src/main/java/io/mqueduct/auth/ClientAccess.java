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
package io.mqueduct.auth;

import java.util.ArrayList;
import java.util.List;

/**
 * What one client may do, with its last decisions remembered. Owned by the loop that owns the
 * connection; not thread-safe. Nothing is allocated for a decision that is remembered, nor without
 * rules. A changed rule file is seen at the next question.
 */
public final class ClientAccess {
  private static final String SHARE = "$share/";
  private static final String QUEUE = "$queue/";

  private final Authorizer authorizer;
  private final ClientIdentity client;
  private final DecisionCache cache;
  private Authorizer.Rules source;
  private List<AccessRule> resolved;

  ClientAccess(Authorizer authorizer, ClientIdentity client) {
    this.authorizer = authorizer;
    this.client = client;
    this.cache = new DecisionCache(authorizer.cacheSize());
    this.source = authorizer.rules();
    this.resolved = resolve(source.inOrder());
  }

  /** Whose access this is. */
  public ClientIdentity client() {
    return client;
  }

  /** True when the client may publish to the topic name. */
  public boolean mayPublish(String topic, int qos, boolean retain) {
    return allows(Action.PUBLISH, topic, qos, retain);
  }

  /**
   * True when the client may subscribe to the filter. Of a shared subscription {@code
   * $share/GROUP/FILTER} the filter counts; {@code $queue/NAME} is consuming the queue.
   *
   * @param qos the QoS that the client asked for
   */
  public boolean maySubscribe(String filter, int qos) {
    var action = filter.startsWith(QUEUE) ? Action.CONSUME : Action.SUBSCRIBE;
    return allows(action, withoutGroup(filter), qos, false);
  }

  /** True when the client may consume the named queue. */
  public boolean mayConsume(String queueName, int qos) {
    return allows(Action.CONSUME, QUEUE + queueName, qos, false);
  }

  /**
   * True when the client may create a named queue that stores what the filter matches. Who may
   * subscribe to the filter may, unless a rule before speaks of creating alone.
   *
   * @param qos the QoS that the client asked for in the subscription that creates it
   */
  public boolean mayDeclare(String filter, int qos) {
    return allows(Action.DECLARE, filter, qos, false);
  }

  private boolean allows(Action action, String topic, int qos, boolean retain) {
    if (client.superuser()) {
      return true;
    }
    var current = authorizer.rules();
    if (current != source) { // another object only after a change
      source = current;
      resolved = resolve(current.inOrder());
      cache.clear();
    }
    if (resolved.isEmpty()) {
      return source.allowNoMatch();
    }
    var kind = action.bits << 3 | (retain ? 4 : 0) | qos;
    var known = cache.find(kind, topic);
    if (known != DecisionCache.UNKNOWN) {
      return known == DecisionCache.ALLOWED;
    }
    var allowed = decide(action, topic, qos, retain);
    cache.add(kind, topic, allowed);
    return allowed;
  }

  private boolean decide(Action action, String topic, int qos, boolean retain) {
    for (var rule : resolved) {
      if (rule.decides(action, topic, qos, retain)) {
        return rule.allow();
      }
    }
    return source.allowNoMatch();
  }

  private List<AccessRule> resolve(List<AccessRule> rules) {
    if (client.superuser()) {
      return List.of();
    }
    var mine = new ArrayList<AccessRule>();
    for (var list : List.of(client.rules(), rules)) {
      for (var rule : list) {
        var one = rule.resolve(client);
        if (one != null) {
          mine.add(one);
        }
      }
    }
    mine.trimToSize();
    return mine;
  }

  private static String withoutGroup(String filter) {
    if (!filter.startsWith(SHARE)) {
      return filter;
    }
    var slash = filter.indexOf('/', SHARE.length());
    return slash < 0 ? filter : filter.substring(slash + 1);
  }
}
