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
package io.mqueduct.session;

import io.mqueduct.message.Message;
import io.mqueduct.message.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A connection that writes down what it is given, in a short form: {@code P1 a} is a PUBLISH with
 * identifier 1 on topic a, {@code P1+ a} the same with DUP, {@code P- a} QoS 0, {@code P- a R} with
 * RETAIN, {@code R1} a PUBREL.
 */
class RecordedOutlet implements Outlet {
  final List<String> lines = new ArrayList<>();
  boolean congested;
  Consumer<String> onPublish = topic -> {};
  int maxPayload = Integer.MAX_VALUE;

  /** Congested after so many more packets. */
  int congestedAfter = Integer.MAX_VALUE;

  @Override
  public boolean isCongested() {
    return congested || congestedAfter <= 0;
  }

  @Override
  public boolean publish(
      Message message,
      int packetId,
      int qos,
      boolean dup,
      boolean retain,
      int[] subscriptionIds,
      long nowMillis) {
    if (message.payload().length > maxPayload) {
      return false;
    }
    onPublish.accept(message.topic().text());
    congestedAfter--;
    String id = qos == 0 ? "-" : Integer.toString(packetId);
    lines.add("P" + id + (dup ? "+ " : " ") + message.topic() + (retain ? " R" : ""));
    return true;
  }

  @Override
  public void pubrel(int packetId, ReasonCode code) {
    lines.add("R" + packetId + (code == ReasonCode.SUCCESS ? "" : " " + code));
  }

  @Override
  public void disconnect(ReasonCode code, String why) {
    lines.add("DISCONNECT " + code);
  }

  /** What came since the last call. */
  List<String> take() {
    List<String> taken = new ArrayList<>(lines);
    lines.clear();
    return taken;
  }
}
