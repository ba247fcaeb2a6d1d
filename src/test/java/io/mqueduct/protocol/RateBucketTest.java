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
package io.mqueduct.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.config.Rate;
import org.junit.jupiter.api.Test;

class RateBucketTest {
  private static final Rate TEN_A_SECOND = new Rate(10, 1000);

  @Test
  void aBurstIsFreeAndWhatFollowsComesAtTheRate() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, 5, 0);

    bucket.take(5, 0);
    assertThat(bucket.waitMillis(0)).isZero();
    bucket.take(1, 0);
    assertThat(bucket.waitMillis(0)).isEqualTo(100);
    assertThat(bucket.waitMillis(60)).isEqualTo(40);
    assertThat(bucket.waitMillis(100)).isZero();
  }

  @Test
  void withoutABurstWhatComesInASecondIsFree() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, -1, 0);

    bucket.take(10, 0);
    assertThat(bucket.waitMillis(0)).isZero();
  }

  @Test
  void aRateBelowOneASecondLetsOneThroughAtOnce() {
    RateBucket bucket = new RateBucket(new Rate(1, 60_000), -1, 0);

    bucket.take(1, 0);
    assertThat(bucket.waitMillis(0)).isZero();
    bucket.take(1, 0);
    assertThat(bucket.waitMillis(0)).isEqualTo(60_000);
  }

  @Test
  void moreThanTheBurstAtOnceIsTakenAndWaitedFor() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, 5, 0);

    bucket.take(105, 0);

    assertThat(bucket.waitMillis(0)).isEqualTo(10_000);
  }

  @Test
  void aLongSilenceSavesNoMoreThanTheBurst() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, 5, 0);

    bucket.take(6, 3_600_000);

    assertThat(bucket.waitMillis(3_600_000)).isEqualTo(100);
  }

  @Test
  void aClockThatIsSetBackNeitherGivesNorTakes() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, 5, 1_000_000);

    bucket.take(6, 1_000_000);
    assertThat(bucket.waitMillis(500_000)).isEqualTo(100);
    assertThat(bucket.waitMillis(500_100)).isZero();
  }

  @Test
  void tellsWhetherThereIsOneToTake() {
    RateBucket bucket = new RateBucket(TEN_A_SECOND, 2, 0);

    bucket.take(1, 0);
    assertThat(bucket.hasOne(0)).isTrue();
    bucket.take(1, 0);
    assertThat(bucket.hasOne(0)).isFalse();
    assertThat(bucket.hasOne(100)).isTrue();
  }
}
