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
package io.mqueduct.app.client;

import io.mqueduct.app.CommandFailure;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.mqtt.MqttClient;
import io.vertx.mqtt.MqttClientOptions;
import io.vertx.mqtt.MqttConnectionException;
import io.vertx.mqtt.messages.MqttConnAckMessage;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a broker for a command that waits for it: methods block the calling thread,
 * handlers run on the connection's event loop. Failures are {@link CommandFailure}s of one line.
 */
final class ClientConnection implements AutoCloseable {
  private static final long CONNECT_SECONDS = 15;
  private static final long CLOSE_SECONDS = 5;

  /** What the client says when the socket is closed before CONNACK. */
  private static final String CLOSED = "Closed";

  private final ClientSeam vertx;
  private final MqttClient client;
  private final String peer;
  private final Promise<String> ended = Promise.promise();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
  private @Nullable MqttConnAckMessage connAck;

  private ClientConnection(Vertx plain, ConnectionOptions options) {
    MqttClientOptions clientOptions = options.clientOptions();
    vertx = new ClientSeam(plain, new BrokerPackets(options.isVersion5()), this::broken);
    client = MqttClient.create(vertx, clientOptions);
    peer = options.host() + ":" + options.port();
  }

  /** A connection that is not open yet, so that handlers can be set before anything arrives. */
  static ClientConnection prepare(ConnectionOptions options) {
    Vertx plain =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
    var connection = new ClientConnection(plain, options);
    MqttClient client = connection.client;
    client.disconnectMessageHandler(
        m ->
            connection.lost(
                "the broker closed it: "
                    + CodeText.of(m.code().value(), ClientSeam.reasonString(m.properties()))));
    client.closeHandler(v -> connection.lost("the broker closed it"));
    client.exceptionHandler(e -> connection.lost(String.valueOf(e.getMessage())));
    return connection;
  }

  /** Connects; fails with one line that says why it did not work. */
  ClientConnection open(ConnectionOptions options) {
    try {
      connAck =
          get(client.connect(options.port(), options.host()), CONNECT_SECONDS, TimeUnit.SECONDS);
      return this;
    } catch (ExecutionException e) {
      close();
      throw new CommandFailure("cannot connect to " + peer + ": " + reason(e.getCause()));
    } catch (TimeoutException e) {
      close();
      throw new CommandFailure(
          "cannot connect to " + peer + ": no answer within " + CONNECT_SECONDS + " s");
    }
  }

  MqttClient client() {
    return client;
  }

  /** The codes of the SUBACK that came last, 0 to 255; for who has seen that it came. */
  List<Integer> subAckCodes() {
    return vertx.subAckCodes();
  }

  /** How many unacknowledged messages the broker takes at a time. */
  int receiveMaximum() {
    Integer granted = connAck == null ? null : connAck.receiveMaximum();
    return granted == null ? 65_535 : granted;
  }

  /** Calls the handler with the failure when the connection ends without {@link #close}. */
  void whenLost(Handler<CommandFailure> handler) {
    ended
        .future()
        .onSuccess(
            why ->
                handler.handle(new CommandFailure("the connection to " + peer + " ended: " + why)));
  }

  /** The broker is none: what it has sent is not in the standard. */
  private void broken(String fault) {
    lost("the broker breaks the protocol: " + fault);
  }

  private void lost(String why) {
    if (!closing.get()) {
      ended.tryComplete(why);
    }
  }

  /**
   * Says goodbye to the broker and frees everything. At the end of the process more than one thread
   * may want that: the first does it, others wait until it is done.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      try {
        free();
      } finally {
        closed.complete(null);
      }
      return;
    }
    try {
      get(closed, 2 * CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // the process ends in a moment anyway
    }
  }

  private void free() {
    try {
      if (client.isConnected()) {
        get(client.disconnect(), CLOSE_SECONDS, TimeUnit.SECONDS);
      }
      get(vertx.close(), CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // the process ends in a moment anyway
    }
  }

  /** Waits for a future; an interrupt ends the command. */
  static <T> T get(Future<T> future, long amount, TimeUnit unit)
      throws ExecutionException, TimeoutException {
    return get(future.toCompletionStage().toCompletableFuture(), amount, unit);
  }

  static <T extends @Nullable Object> T get(CompletableFuture<T> future, long amount, TimeUnit unit)
      throws ExecutionException, TimeoutException {
    try {
      return future.get(amount, unit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted");
    }
  }

  private String reason(@Nullable Throwable cause) {
    if (cause instanceof MqttConnectionException refused) {
      return "the broker refuses: "
          + CodeText.ofConnAck(refused.code().byteValue(), vertx.connAckReason());
    }
    if (cause instanceof UnknownHostException) {
      return "unknown host";
    }
    if (cause instanceof ConnectException) {
      return "nothing listens there (connection refused)";
    }
    if (cause instanceof SSLException ssl) {
      return "TLS: " + deepest(ssl).getMessage();
    }
    String why = ended.future().result();
    if (why != null) {
      return why;
    }
    String message = cause == null ? "unknown" : String.valueOf(cause.getMessage());
    return message.equals(CLOSED) ? "the broker closed it" : message;
  }

  private static Throwable deepest(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : deepest(cause);
  }
}
