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
package io.mqueduct.admin;

import io.mqueduct.session.ConnectionFacts;
import io.mqueduct.session.SessionView;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which clients a list shall have. Immutable; used by the loops of the registry.
 *
 * @param clientId exact, or null for any
 * @param userName exact, or null
 * @param ipAddress exact, or null
 * @param likeClientId a part, or null
 * @param likeUserName a part, or null
 * @param connected or null
 * @param cleanStart or null
 * @param version 3, 4, 5, or 0 for any
 */
record ClientFilter(
    @Nullable String clientId,
    @Nullable String userName,
    @Nullable String ipAddress,
    @Nullable String likeClientId,
    @Nullable String likeUserName,
    @Nullable Boolean connected,
    @Nullable Boolean cleanStart,
    int version)
    implements Predicate<SessionView> {

  static ClientFilter of(Call call) {
    String state = call.query("conn_state");
    return new ClientFilter(
        call.query("clientid"),
        call.query("username"),
        call.query("ip_address"),
        call.query("like_clientid"),
        call.query("like_username"),
        state == null ? null : state.equals("connected"),
        call.truth("clean_start"),
        call.number("proto_ver", 0));
  }

  /** Whether it lets everything through. */
  boolean isAny() {
    return clientId == null
        && userName == null
        && ipAddress == null
        && likeClientId == null
        && likeUserName == null
        && connected == null
        && cleanStart == null
        && version == 0;
  }

  @Override
  public boolean test(SessionView view) {
    if ((clientId != null && !clientId.equals(view.clientId()))
        || (likeClientId != null && !view.clientId().contains(likeClientId))
        || (connected != null && connected != view.online())) {
      return false;
    }
    ConnectionFacts facts = view.facts();
    return facts == null ? asksForNoFacts() : test(facts);
  }

  private boolean asksForNoFacts() {
    return userName == null
        && ipAddress == null
        && likeUserName == null
        && cleanStart == null
        && version == 0;
  }

  private boolean test(ConnectionFacts facts) {
    String user = facts.userName();
    InetSocketAddress peer = facts.peer();
    return (userName == null || userName.equals(user))
        && (likeUserName == null || (user != null && user.contains(likeUserName)))
        && (ipAddress == null
            || (peer != null && ipAddress.equals(peer.getAddress().getHostAddress())))
        && (cleanStart == null || cleanStart == facts.cleanStart())
        && (version == 0 || version == facts.version());
  }
}
