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

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sets up logback when the first logger is asked for: one line per event on standard error, since
 * standard output belongs to the commands ("sub" prints messages there). That holds until the
 * section {@code log} of the configuration is applied. In code, since reading a file of it takes
 * logback a fifth of the time to start; {@code -Dlogback.configurationFile=FILE}, and a {@code
 * logback-test.xml} on the class path, go before it all the same. Called once, by logback.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class LogStart extends ContextAwareBase implements Configurator {
  /** The name of the one appender. */
  static final String APPENDER = "console";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null
        || LogStart.class.getResource("/logback-test.xml") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }
    context.getStatusManager().add(new NopStatusListener());
    LineEncoder encoder = new LineEncoder();
    encoder.setContext(context);
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setName(APPENDER);
    console.setContext(context);
    console.setTarget(ConsoleTarget.SystemErr.getName());
    console.setEncoder(encoder);
    console.start();
    context.getLogger("io.netty").setLevel(Level.WARN);
    // A connection that comes while the ports close is told so with a stack trace, and closed.
    context.getLogger("io.netty.bootstrap.ServerBootstrap").setLevel(Level.ERROR);
    // So is what a worker finds wrong in the TLS handshake of a client that is gone already.
    context.getLogger("io.netty.channel.DefaultChannelPipeline").setLevel(Level.ERROR);
    Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.setLevel(level(System.getProperty("mqueduct.log.level"), System.getenv()));
    root.addAppender(console);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** What is logged before the configuration is read. */
  static Level level(@Nullable String property, Map<String, String> environment) {
    return Stream.of(property, environment.get("MQUEDUCT_LOG__LEVEL"))
        .filter(each -> each != null)
        .map(each -> Level.toLevel(each, Level.INFO))
        .findFirst()
        .orElse(Level.INFO);
  }
}
