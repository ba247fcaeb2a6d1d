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
package io.mqueduct.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  private static final long LONGEST = 9_000_000_000_000_000L;

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "250,250",
    "100ms,100",
    "5s,5000",
    "2m,120000",
    "2min,120000",
    "2h,7200000",
    "7d,604800000",
    "1w,604800000",
    "1h30m,5400000",
    "1h 30m,5400000",
    "1D,86400000"
  })
  void readsDurations(String text, long millis) {
    assertThat(Quantities.parseDuration(text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "s", "-5s", "5x", "1.5h", "5 s 3", "99999999999999999d", "∞"})
  void refusesWhatIsNoDuration(String text) {
    assertThatThrownBy(() -> Quantities.parseDuration(text))
        .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "512,512",
    "1B,1",
    "64KB,65536",
    "64k,65536",
    "1MB,1048576",
    "2GiB,2147483648"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Quantities.parseBytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({
    "1883,0.0.0.0,1883",
    ":1883,0.0.0.0,1883",
    "*:1883,0.0.0.0,1883",
    "localhost:0,localhost,0",
    "127.0.0.1:1883,127.0.0.1,1883",
    "[::1]:1883,::1,1883",
    "[::]:65535,::,65535"
  })
  void readsAddresses(String text, String host, int port) {
    assertThat(Quantities.parseBind(text)).isEqualTo(new BindAddress(host, port));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "host", "host:", "host:65536", "::1:1883", "a b:1", "host:-1"})
  void refusesWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> Quantities.parseBind(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "localhost", "::1", "LOCALHOST"})
  void knowsLoopback(String host) {
    assertThat(new BindAddress(host, 1).isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0.0", "::", "127.0.0.1.example.org", "localhost.example", "10.0.0.1"})
  void takesNothingElseForLoopback(String host) {
    assertThat(new BindAddress(host, 1).isLoopback()).isFalse();
  }

  @Test
  void readsRates() {
    assertThat(Quantities.parseRate("100/s")).isEqualTo(new Rate(100, 1000));
    assertThat(Quantities.parseRate("50")).isEqualTo(new Rate(50, 1000));
    assertThat(Quantities.parseRate("1MB/10s")).isEqualTo(new Rate(1 << 20, 10_000));
    assertThat(Quantities.parseRate("60 / m").perSecond()).isEqualTo(1.0);
    assertThat(Quantities.parseRate("infinity").isUnlimited()).isTrue();
    assertThatThrownBy(() -> Quantities.parseRate("0/s"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Quantities.parseRate("1/0s"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theStricterOfTwoRatesIsTheSlowerOne() {
    Rate slow = new Rate(60, 60_000);
    Rate fast = new Rate(2, 1000);

    assertThat(slow.min(fast)).isSameAs(slow);
    assertThat(fast.min(slow)).isSameAs(slow);
    assertThat(Rate.UNLIMITED.min(fast)).isSameAs(fast);
  }

  @Property
  void aDurationThatIsWrittenReadsBackTheSame(@ForAll @LongRange(min = 0, max = LONGEST) long ms) {
    assertThat(Quantities.parseDuration(Quantities.formatDuration(ms))).isEqualTo(ms);
  }

  @Property
  void aSizeThatIsWrittenReadsBackTheSame(@ForAll @LongRange(min = 0, max = LONGEST) long bytes) {
    assertThat(Quantities.parseBytes(Quantities.formatBytes(bytes))).isEqualTo(bytes);
  }

  @Property
  void aRateThatIsWrittenReadsBackTheSame(
      @ForAll @LongRange(min = 1, max = LONGEST) long amount,
      @ForAll @IntRange(min = 1) int period) {
    Rate rate = new Rate(amount, period);
    assertThat(Quantities.parseRate(Quantities.formatRate(rate))).isEqualTo(rate);
  }

  @Property
  void editDistanceIsSymmetricAndZeroOnlyForTheSame(@ForAll String a, @ForAll String b) {
    assertThat(NearestKey.distance(a, b)).isEqualTo(NearestKey.distance(b, a));
    assertThat(NearestKey.distance(a, b) == 0).isEqualTo(a.equals(b));
  }

  @Property
  void noTextMakesTheParserFailOtherwiseThanWithALine(@ForAll String text) {
    try {
      YamlText.parse(text, "f");
    } catch (ConfigException e) {
      assertThat(e.getMessage()).startsWith("f").doesNotContain("\n");
    }
  }
}
