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
package io.mqueduct.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.mqueduct.testkit.Publish;
import io.mqueduct.testkit.StartedBroker;
import io.mqueduct.testkit.WirePeer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of retained messages does not end before its end. */
class RetainedListIT {
  private static final int OTHERS = 100_050;

  @Test
  void findsWhatIsBehindVeryManyTopicsThatDoNotMatch() {
    try (StartedBroker broker = StartedBroker.with(ApiClient.settings());
        ApiClient api = new ApiClient(broker);
        WirePeer publisher = broker.connect("publisher").open()) {
      for (int i = 0; i < OTHERS; i++) {
        publisher.send(Publish.to("many/" + i + "/y").retained().payload("p"));
      }
      for (int i = 0; i < 3; i++) {
        publisher.publish(Publish.to("many/z" + i + "/x").retained().qos(1, 0).payload("p"));
      }
      publisher.ping();

      assertThat(topics(api, "?topic=many/%2B/x&limit=2"))
          .containsExactly("many/z0/x", "many/z1/x", "many/z2/x");
      assertThat(topics(api, "?topic=many/%2B/x&limit=2&page=2")).containsExactly("many/z2/x");
    }
  }

  private static List<String> topics(ApiClient api, String query) {
    List<String> topics = new ArrayList<>();
    String cursor = "";
    do {
      ApiClient.Answer page = api.get("/mqtt/retainer/messages" + query + "&cursor=" + cursor);
      assertThat(page.status()).as(page.text()).isEqualTo(200);
      page.data().forEach(each -> topics.add(((JsonObject) each).getString("topic")));
      cursor = page.meta().getString("cursor");
    } while (cursor != null);
    return topics;
  }
}
