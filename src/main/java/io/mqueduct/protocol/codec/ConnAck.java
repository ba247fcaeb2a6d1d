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
package io.mqueduct.protocol.codec;

import io.mqueduct.message.ReasonCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the broker answers to a CONNECT (MQTT 5.0 section 3.2), put together property by property.
 * What is not set is not sent, and the client then assumes the standard's default. Lives for one
 * packet, on one loop.
 */
public final class ConnAck {
  final ReasonCode code;
  final boolean sessionPresent;
  final PropertyWriter properties = new PropertyWriter();

  private ConnAck(ReasonCode code, boolean sessionPresent) {
    this.code = code;
    this.sessionPresent = sessionPresent;
  }

  /** The connection is accepted. */
  public static ConnAck accepted(boolean sessionPresent) {
    return new ConnAck(ReasonCode.SUCCESS, sessionPresent);
  }

  /** The connection is refused; Session Present is 0 then (MQTT-3.2.2-6). */
  public static ConnAck refused(ReasonCode code) {
    if (!code.isError()) {
      throw new IllegalArgumentException(code + " does not refuse");
    }
    return new ConnAck(code, false);
  }

  /** Session Expiry Interval, only if it is not what the client asked for. */
  public ConnAck sessionExpirySeconds(long seconds) {
    properties.uint32(PropertyIds.SESSION_EXPIRY_INTERVAL, seconds);
    return this;
  }

  /** Receive Maximum, 1 to 65,535. */
  public ConnAck receiveMaximum(int maximum) {
    properties.uint16(PropertyIds.RECEIVE_MAXIMUM, maximum);
    return this;
  }

  /** Maximum QoS. 2 is said by leaving it out: the property may only be 0 or 1. */
  public ConnAck maximumQos(int qos) {
    if (qos < 2) {
      properties.uint8(PropertyIds.MAXIMUM_QOS, qos);
    }
    return this;
  }

  /** Whether retained messages are supported; true is said by leaving it out. */
  public ConnAck retainAvailable(boolean available) {
    return unlessAvailable(PropertyIds.RETAIN_AVAILABLE, available);
  }

  /** Maximum Packet Size in bytes, at least 1. */
  public ConnAck maximumPacketSize(long bytes) {
    properties.uint32(PropertyIds.MAXIMUM_PACKET_SIZE, bytes);
    return this;
  }

  /** Assigned Client Identifier, exactly if the client's was empty (MQTT-3.2.2-16). */
  public ConnAck assignedClientId(String clientId) {
    properties.text(PropertyIds.ASSIGNED_CLIENT_IDENTIFIER, clientId);
    return this;
  }

  /** Topic Alias Maximum; 0 is said by leaving it out. */
  public ConnAck topicAliasMaximum(int maximum) {
    if (maximum > 0) {
      properties.uint16(PropertyIds.TOPIC_ALIAS_MAXIMUM, maximum);
    }
    return this;
  }

  /** Reason String, left out if the packet would become too large (MQTT-3.2.2-19). */
  public ConnAck reasonString(@Nullable String reason) {
    properties.optionalText(PropertyIds.REASON_STRING, reason);
    return this;
  }

  /** User Properties, left out where the packet would become too large (MQTT-3.2.2-20). */
  public ConnAck userProperties(List<UserProperty> userProperties) {
    properties.optionalUserProperties(userProperties);
    return this;
  }

  /** Whether filters may have wildcards; true is said by leaving it out. */
  public ConnAck wildcardSubscriptionAvailable(boolean available) {
    return unlessAvailable(PropertyIds.WILDCARD_SUBSCRIPTION_AVAILABLE, available);
  }

  /** Whether subscription identifiers are supported; true is said by leaving it out. */
  public ConnAck subscriptionIdentifierAvailable(boolean available) {
    return unlessAvailable(PropertyIds.SUBSCRIPTION_IDENTIFIER_AVAILABLE, available);
  }

  /** Whether shared subscriptions are supported; true is said by leaving it out. */
  public ConnAck sharedSubscriptionAvailable(boolean available) {
    return unlessAvailable(PropertyIds.SHARED_SUBSCRIPTION_AVAILABLE, available);
  }

  /** Server Keep Alive, 0 to 65,535: the client must use it (MQTT-3.2.2-21). */
  public ConnAck serverKeepAliveSeconds(int seconds) {
    properties.uint16(PropertyIds.SERVER_KEEP_ALIVE, seconds);
    return this;
  }

  /** Response Information, only if it was requested (MQTT-3.1.2-28). */
  public ConnAck responseInformation(@Nullable String information) {
    properties.text(PropertyIds.RESPONSE_INFORMATION, information);
    return this;
  }

  /** Server Reference, with USE_ANOTHER_SERVER or SERVER_MOVED. */
  public ConnAck serverReference(@Nullable String reference) {
    properties.text(PropertyIds.SERVER_REFERENCE, reference);
    return this;
  }

  /** Authentication Method, the one of the CONNECT, and the last data. */
  public ConnAck authentication(@Nullable String method, byte @Nullable [] data) {
    properties.text(PropertyIds.AUTHENTICATION_METHOD, method);
    properties.binary(PropertyIds.AUTHENTICATION_DATA, data);
    return this;
  }

  private ConnAck unlessAvailable(int id, boolean available) {
    if (!available) {
      properties.uint8(id, 0);
    }
    return this;
  }
}
