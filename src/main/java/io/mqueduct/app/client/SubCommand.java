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
import io.mqueduct.app.Count;
import io.mqueduct.app.Name;
import io.mqueduct.routing.TopicFault;
import io.vertx.core.Future;
import io.vertx.mqtt.messages.MqttPublishMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code mqueduct sub}. The command waits on the main thread; messages are written, and
 * acknowledged after that, on the connection's event loop.
 */
@Command(
    name = "sub",
    sortOptions = false,
    description = {
      "Subscribes and writes each message to standard output, a line each. A message is"
          + " acknowledged after it is written.",
      "A filter $$queue/NAME consumes a named queue, $$share/GROUP/FILTER shares a subscription."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:as many messages as asked for, or -W is over without -C",
      "1:failed, or -W is over before -C is reached; one line on standard error says why, but"
          + " if only the reader of the output has gone",
      "2:wrong use"
    },
    footer = {
      "",
      "Examples:",
      "  mqueduct sub -v -t 'home/#'",
      "  mqueduct sub -t '$$queue/jobs' -q 1 -C 10 -W 5",
      "  mqueduct sub -t a/b -t c/d --json",
      "  mqueduct sub -c -i worker-1 -t 'jobs/+' -q 1",
      "",
      "Speaks MQTT 3.1.1 and 5 over TCP and TLS; not over WebSocket."
    })
public final class SubCommand implements Callable<Integer> {
  private static final long SUBACK_SECONDS = 15;

  @Option(
      names = {"-t", "--topic"},
      paramLabel = "FILTER",
      required = true,
      converter = Name.class,
      description = "Topic filter. Repeatable.")
  private List<String> filters = new ArrayList<>();

  @Option(
      names = {"-q", "--qos"},
      paramLabel = "QOS",
      description = "Greatest QoS: 0, 1 or 2. Default: 0.")
  private int qos;

  @Option(
      names = {"-C", "--count"},
      paramLabel = "N",
      converter = Count.class,
      description = "End after N messages. Default: never.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = {"-W", "--timeout"},
      paramLabel = "SECONDS",
      description = "End after this long. Default: never.")
  private long timeoutSeconds = Long.MAX_VALUE;

  @Option(
      names = {"-R", "--no-retained"},
      description = "Leave out retained messages that were there before.")
  private boolean withoutRetained;

  @Mixin private MessagePrinter printer = new MessagePrinter();
  @Mixin private ConnectionOptions connection = new ConnectionOptions();

  private final CompletableFuture<@Nullable Void> result = new CompletableFuture<>();
  private final AtomicLong received = new AtomicLong();

  @Override
  public Integer call() {
    connection.checkedQos("-q", qos);
    if (count < 1 || timeoutSeconds < 1) {
      throw connection.wrong("-C and -W must be at least 1");
    }
    for (String filter : filters) {
      TopicFault fault = ConnectionOptions.TOPICS.checkFilter(filter);
      if (fault != TopicFault.NONE) {
        throw connection.wrong("-t \"" + filter + "\": a filter that " + fault.text());
      }
    }
    ClientConnection open = ClientConnection.prepare(connection);
    try (open) {
      CompletableFuture<SubAck> subAck = new CompletableFuture<>();
      open.client()
          .subscribeCompletionHandler(
              answer ->
                  subAck.complete(
                      new SubAck(
                          answer.messageId(),
                          open.subAckCodes(),
                          ClientSeam.reasonString(answer.properties()))));
      open.client().publishHandler(this::receive);
      open.open(connection);
      ShutdownHook goodbye = new ShutdownHook("goodbye", open::close);
      boolean isDone;
      try {
        open.whenLost(result::completeExceptionally);
        subscribe(open, subAck);
        isDone = await();
      } finally {
        goodbye.remove();
      }
      if (!isDone && count < Long.MAX_VALUE) {
        throw new CommandFailure(
            "got " + received + " of " + count + " messages within " + timeoutSeconds + " s");
      }
      return 0;
    }
  }

  /** The first answer to SUBSCRIBE. */
  private record SubAck(int packetId, List<Integer> codes, @Nullable String reason) {}

  private void subscribe(ClientConnection open, CompletableFuture<SubAck> subAck) {
    Map<String, Integer> wanted = new LinkedHashMap<>();
    filters.forEach(filter -> wanted.put(filter, qos));
    open.whenLost(subAck::completeExceptionally);
    Future<Integer> sent = open.client().subscribe(wanted);
    sent.onFailure(subAck::completeExceptionally);
    try {
      SubAck answer = ClientConnection.get(subAck, SUBACK_SECONDS, TimeUnit.SECONDS);
      int packetId = ClientConnection.get(sent, SUBACK_SECONDS, TimeUnit.SECONDS);
      check(answer, packetId, List.copyOf(wanted.keySet()));
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new CommandFailure(
          "cannot subscribe: " + (cause == null ? e.getMessage() : cause.getMessage()));
    } catch (TimeoutException e) {
      throw new CommandFailure("the broker did not answer to SUBSCRIBE");
    }
  }

  private void check(SubAck answer, int packetId, List<String> names) {
    if (answer.packetId != packetId) {
      throw new CommandFailure(
          "the broker answers to SUBSCRIBE %d with SUBACK %d"
              .formatted(packetId, answer.packetId)); // [MQTT-3.8.4-2]
    }
    if (answer.codes.size() != names.size()) {
      throw new CommandFailure(
          "the broker answers to SUBSCRIBE with %d codes for %d filters"
              .formatted(answer.codes.size(), names.size())); // [MQTT-3.8.4-5]
    }
    for (int i = 0; i < names.size(); i++) {
      int code = answer.codes.get(i);
      if (code >= 0x80) {
        throw new CommandFailure(
            "the broker refuses to subscribe "
                + names.get(i)
                + ": "
                + (connection.isVersion5()
                    ? CodeText.of(code, answer.reason)
                    : CodeText.ofSubAck311(code)));
      }
    }
  }

  /** Whether the end came before that of the time. */
  private boolean await() {
    try {
      ClientConnection.get(result, timeoutSeconds, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    }
  }

  private void receive(MqttPublishMessage message) {
    if (received.get() >= count) {
      return; // not acknowledged: it is somebody else's, or comes again
    }
    if (!(withoutRetained && message.isRetain())) {
      if (!printer.print(message)) {
        result.complete(null); // nobody reads any more, as in "sub … | head"
        return;
      }
      received.incrementAndGet();
    }
    message.ack();
    if (received.get() >= count) {
      result.complete(null);
    }
  }
}
