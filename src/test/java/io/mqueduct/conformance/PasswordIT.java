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
package io.mqueduct.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mqueduct.testkit.BothVersions;
import io.mqueduct.testkit.BrokerTest;
import io.mqueduct.testkit.RunningBroker;
import io.mqueduct.testkit.Version;
import io.mqueduct.testkit.WithSetting;

/** A password is bytes, not text (5.0 section 3.1.3.6; field report R23). */
@BrokerTest
@WithSetting(
    key = "authentication.providers",
    value = "[{type: password_file, file: src/test/resources/conformance/binary-password}]")
@WithSetting(key = "authorization.no_match", value = "allow")
class PasswordIT {
  private static final byte[] PASSWORD = {(byte) 0xFF, (byte) 0xFE, 0};

  @BothVersions
  void reachesTheAuthenticatorUnchanged(Version version, RunningBroker broker) {
    broker.connect("right").version(version).userName("device").password(PASSWORD).open();
  }

  @BothVersions
  void isNotWhatItLooksLikeAsText(Version version, RunningBroker broker) {
    byte[] asText = new String(PASSWORD, UTF_8).getBytes(UTF_8);

    broker
        .connect("wrong")
        .version(version)
        .userName("device")
        .password(asText)
        .refused(version.isV5() ? 0x86 : 0x04);
  }
}
