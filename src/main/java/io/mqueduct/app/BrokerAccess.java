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

import io.mqueduct.auth.AccessRule;
import io.mqueduct.auth.AuthResult;
import io.mqueduct.auth.Authenticator;
import io.mqueduct.auth.AuthenticatorChain;
import io.mqueduct.auth.Authorizer;
import io.mqueduct.auth.CertificateAuthenticator;
import io.mqueduct.auth.CertificateField;
import io.mqueduct.auth.ConnectCredentials;
import io.mqueduct.auth.EnhancedAuthentication;
import io.mqueduct.auth.EnhancedMethods;
import io.mqueduct.auth.HashWorkers;
import io.mqueduct.auth.InstanceSecret;
import io.mqueduct.auth.PasswordAuthenticator;
import io.mqueduct.auth.ScramSha256;
import io.mqueduct.auth.SuccessCache;
import io.mqueduct.config.AuthenticationSettings;
import io.mqueduct.config.AuthorizationSettings;
import io.mqueduct.config.ConfigException;
import io.mqueduct.config.Settings;
import io.mqueduct.config.SettingsChange;
import io.mqueduct.message.BrokerException;
import io.mqueduct.protocol.AccessControl;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may connect and what they may do, as configured, in step with the configuration and the files
 * it names. What changes is changed by one worker, in the order of the calls; any thread may call.
 */
final class BrokerAccess {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerAccess.class);
  private static final String SECRET_FILE = "instance.secret";
  private static final int REMEMBERED_LOGINS = 65_536;
  private static final long REMEMBERED_MILLIS = 60_000;

  /** With the slowest of the usual hashes these wait less than limits.connect_timeout. */
  private static final int WAITING_LOGINS_A_THREAD = 128;

  private final WorkerExecutor worker;
  private final HashWorkers hashing;
  private final SuccessCache remembered = new SuccessCache(REMEMBERED_LOGINS, REMEMBERED_MILLIS);
  private final Path secretFile;
  private final AuthenticatorChain chain = new AuthenticatorChain(List.of(), false);
  private final EnhancedMethods enhanced = new EnhancedMethods(List.of());
  private final Authorizer authorizer;

  // of the worker
  private @Nullable InstanceSecret secret;
  private @Nullable AccessFiles files;

  private BrokerAccess(Vertx vertx, Settings settings) {
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    this.worker = vertx.createSharedWorkerExecutor("access", 1);
    this.hashing = new HashWorkers(vertx, threads, threads * WAITING_LOGINS_A_THREAD);
    this.secretFile = Path.of(settings.node().dataDir(), SECRET_FILE);
    this.authorizer = new Authorizer(List.of(), false, settings.authorization().cacheSize());
  }

  /**
   * Reads everything that the configuration names. Fails with a {@link ConfigException} or {@link
   * BrokerException} that has one line for the person who starts the broker.
   */
  static Future<BrokerAccess> open(Vertx vertx, Settings settings) {
    BrokerAccess access = new BrokerAccess(vertx, settings);
    return access
        .worker
        .executeBlocking(
            () -> {
              access.use(AccessFiles.open(settings), settings);
              return access;
            })
        .onFailure(why -> access.close());
  }

  /** What connections ask. */
  AccessControl control() {
    return new AccessControl(chain, enhanced, authorizer);
  }

  /**
   * Takes up a change of the configuration or of a file. What is wrong is a line in the log, and
   * changes nothing.
   */
  Future<Void> apply(SettingsChange change) {
    boolean configured = change.touches("authentication") || change.touches("authorization");
    if (!configured && change.files().isEmpty()) {
      return Future.succeededFuture();
    }
    return worker.executeBlocking(
        () -> {
          take(change, configured);
          return null;
        });
  }

  private void take(SettingsChange change, boolean configured) {
    AccessFiles current = files;
    if (configured || current == null) {
      try {
        use(AccessFiles.open(change.now()), change.now());
        LOG.info("access control follows the changed configuration");
      } catch (ConfigException | BrokerException e) {
        LOG.warn("access control stays as it was: {}", e.getMessage());
      }
    } else {
      current.reload(change.files());
      use(current, change.now());
    }
  }

  private void use(AccessFiles next, Settings settings) {
    List<Authenticator> providers = new ArrayList<>();
    List<EnhancedAuthentication> methods = new ArrayList<>();
    for (AuthenticationSettings.Provider provider : settings.authentication().providers()) {
      if (provider instanceof AuthenticationSettings.PasswordFile passwords) {
        providers.add(
            new PasswordAuthenticator(
                next.passwords(passwords.file()), hashing, remembered, InstantSource.system()));
      } else if (provider instanceof AuthenticationSettings.X509 x509) {
        providers.add(new CertificateAuthenticator(field(x509.usernameFrom())));
      } else if (provider instanceof AuthenticationSettings.Scram scram) {
        methods.add(new ScramSha256(next.passwords(scram.file()), secret()));
        providers.add(new NotByPassword(scram.type()));
      }
    }
    List<AccessRule> rules = next.rules();
    files = next;
    authorizer.replace(rules, allowsNoMatch(settings));
    enhanced.replace(methods);
    chain.replace(providers, settings.authentication().admitsAnonymous());
  }

  /**
   * Stands for a provider that lets nobody in by CONNECT alone: who shows a name all the same is
   * refused, and not taken for an anonymous client.
   */
  private record NotByPassword(String name) implements Authenticator {
    @Override
    public Future<AuthResult> authenticate(ConnectCredentials credentials) {
      return Future.succeededFuture(AuthResult.IGNORED);
    }
  }

  /** Made when it is first needed. */
  private InstanceSecret secret() {
    InstanceSecret known = secret;
    if (known == null) {
      known = InstanceSecret.at(secretFile);
      secret = known;
    }
    return known;
  }

  private static boolean allowsNoMatch(Settings settings) {
    AuthorizationSettings authorization = settings.authorization();
    return switch (authorization.noMatch()) {
      case ALLOW -> true;
      case DENY -> false;
      case AUTO ->
          settings.authentication().isOpen()
              && authorization.rules().isEmpty()
              && authorization.file().isEmpty();
    };
  }

  private static CertificateField field(AuthenticationSettings.X509.NameField name) {
    return switch (name) {
      case CN -> CertificateField.CN;
      case DN -> CertificateField.DN;
      case SAN_DNS -> CertificateField.SAN_DNS;
      case SAN_EMAIL -> CertificateField.SAN_EMAIL;
      case SAN_URI -> CertificateField.SAN_URI;
    };
  }

  /** Ends the threads. */
  Future<Void> close() {
    return hashing.close().eventually(worker::close);
  }
}
