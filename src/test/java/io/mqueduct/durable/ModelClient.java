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
package io.mqueduct.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import io.mqueduct.session.Outlet;
import io.mqueduct.session.Session;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The client: what it got, and what it has to remember of exchanges that are not complete. */
final class ModelClient implements Outlet {
  final Map<Integer, Integer> qosOf = new LinkedHashMap<>();
  final Map<Integer, Integer> got = new LinkedHashMap<>();
  boolean online;

  /** Identifiers of QoS 2 messages that it has, until their PUBREL; over connections. */
  private final Set<Integer> unreleased = new HashSet<>();

  // of this connection: what may be acknowledged
  private final List<Integer> toPuback = new ArrayList<>();
  private final List<Integer> toPubrec = new ArrayList<>();
  private final List<Integer> toPubcomp = new ArrayList<>();
  private int window;
  private int newest = -1;

  void connected(int agreed) {
    online = true;
    window = agreed;
    toPuback.clear();
    toPubrec.clear();
    toPubcomp.clear();
  }

  boolean isIdle() {
    return toPuback.isEmpty() && toPubrec.isEmpty() && toPubcomp.isEmpty() && unreleased.isEmpty();
  }

  @Override
  public boolean isCongested() {
    return false;
  }

  @Override
  public boolean publish(
      Message message, int id, int qos, boolean dup, boolean retain, int[] ids, long now) {
    assertThat(online).isTrue();
    int number = Integer.parseInt(new String(message.payload(), StandardCharsets.US_ASCII));
    assertThat(qos).isEqualTo(qosOf.get(number));
    assertThat(id).isBetween(1, 65_535);
    assertThat(toPuback).as("free identifiers").doesNotContain(id);
    if (!got.containsKey(number)) {
      assertThat(number).as("first occurrences in order, nothing left out").isEqualTo(newest + 1);
      newest = number;
    }
    if (qos == 1) {
      got.merge(number, 1, Integer::sum);
      toPuback.add(id);
    } else {
      if (unreleased.add(id)) {
        got.merge(number, 1, Integer::sum);
      }
      toPubrec.add(id);
    }
    assertThat(toPuback.size() + toPubrec.size()).as("window").isLessThanOrEqualTo(window);
    return true;
  }

  @Override
  public void pubrel(int id, ReasonCode code) {
    unreleased.remove(id);
    toPubcomp.add(id);
  }

  @Override
  public void disconnect(ReasonCode code, String why) {
    throw new AssertionError(why);
  }

  void acknowledge(Session session, Random random, long now) {
    if (!online) {
      return;
    }
    int kind = random.nextInt(3);
    List<Integer> from = kind == 0 ? toPuback : kind == 1 ? toPubrec : toPubcomp;
    if (from.isEmpty()) {
      return;
    }
    int id = from.remove(random.nextInt(from.size()));
    switch (kind) {
      case 0 -> session.puback(id, ReasonCode.SUCCESS, null, now);
      case 1 -> session.pubrec(id, ReasonCode.SUCCESS, now);
      default -> session.pubcomp(id, ReasonCode.SUCCESS, now);
    }
  }
}
