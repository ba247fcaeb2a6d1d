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

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The lines of the log. */
class LineEncoderTest {
  private static final Logger LOGGER =
      ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("io.mqueduct.some.Place");

  @Test
  void tellsWhenHowBadWhereAndWhatOnOneLine() {
    assertThat(line(Level.WARN, "client={} gone", null, "c1"))
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) WARN  "
                + "\\[[^]]+] Place - client=c1 gone\n");
    assertThat(line(Level.ERROR, "x", null)).contains(" ERROR [");
  }

  @Test
  void foreignTextCannotBeginALineOfItsOwn() {
    String foreign = "a\r\nb\nc\u2028\u2029d\u0085e é €";

    assertThat(line(Level.INFO, "topic={}", null, foreign))
        .endsWith(" Place - topic=a b c d e é €\n");
  }

  @Test
  void anExceptionFollowsWithItsTrace() {
    Exception inner = new IllegalStateException("inner");

    assertThat(line(Level.ERROR, "broken", new IllegalArgumentException("outer", inner)))
        .contains(" - broken\n")
        .contains("java.lang.IllegalArgumentException: outer")
        .contains("at io.mqueduct.app.LineEncoderTest")
        .contains("Caused by: java.lang.IllegalStateException: inner");
  }

  @Test
  void theLevelBeforeTheConfigurationIsReadComesFromPropertyOrEnvironment() {
    assertThat(LogStart.level(null, Map.of())).isEqualTo(Level.INFO);
    assertThat(LogStart.level(null, Map.of("MQUEDUCT_LOG__LEVEL", "debug"))).isEqualTo(Level.DEBUG);
    assertThat(LogStart.level("error", Map.of("MQUEDUCT_LOG__LEVEL", "debug")))
        .isEqualTo(Level.ERROR);
    assertThat(LogStart.level("loud", Map.of())).isEqualTo(Level.INFO);
  }

  private static String line(
      Level level, String text, @Nullable Throwable failure, Object... arguments) {
    var event =
        new LoggingEvent(LineEncoderTest.class.getName(), LOGGER, level, text, failure, arguments);
    return new String(new LineEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
