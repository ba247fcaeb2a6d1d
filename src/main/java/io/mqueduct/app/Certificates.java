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
package io.mqueduct.app;

import io.mqueduct.admin.AdminServer;
import io.mqueduct.config.ApiSettings;
import io.mqueduct.config.ListenerSettings;
import io.mqueduct.config.SettingsChange;
import io.mqueduct.config.TlsSettings;
import io.mqueduct.protocol.MqttListeners;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has servers read their certificates again when these change. Stateless. */
final class Certificates {
  private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);

  private Certificates() {}

  /**
   * Completes when all servers that a change concerns have their new certificates, or keep the old
   * ones, which is a line in the log.
   *
   * @param admin the server of the API, null if there is none
   */
  static Future<Void> follow(
      SettingsChange change, MqttListeners listeners, @Nullable AdminServer admin) {
    List<Future<Void>> followed = new ArrayList<>();
    for (ListenerSettings listener : change.now().listeners()) {
      String section = "listeners." + listener.id().replace(':', '.') + ".ssl";
      if (listener.isEnabled() && isTouched(change, section, listener.ssl())) {
        followed.add(tell("listener=" + listener.id(), listeners.reloadCertificate(listener)));
      }
    }
    ApiSettings api = change.now().api();
    if (admin != null && isTouched(change, "api.tls", api.tls())) {
      followed.add(tell("api", admin.reloadCertificate(api)));
    }
    return Future.all(followed).mapEmpty();
  }

  private static boolean isTouched(SettingsChange change, String section, TlsSettings tls) {
    return change.touches(section)
        || Stream.of(
                tls.certFile(), tls.keyFile(), tls.pkcs12File(), tls.caCertFile(), tls.crlFile())
            .anyMatch(change.files()::contains);
  }

  private static Future<Void> tell(String server, Future<Void> reloaded) {
    return reloaded
        .onSuccess(done -> LOG.info("{} certificate reloaded", server))
        .recover(
            why -> {
              LOG.warn(
                  "{} certificate not reloaded, the old one stays: {}", server, why.getMessage());
              return Future.succeededFuture();
            });
  }
}
