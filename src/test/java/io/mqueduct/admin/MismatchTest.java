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

import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MismatchTest {
  private static final JsonObject DOCUMENT =
      new JsonObject(
          """
          {"components": {"schemas": {
            "Word": {"type": "string", "enum": ["done", "reject"]},
            "Body": {"type": "object", "required": ["id"], "additionalProperties": false,
              "properties": {
                "id": {"type": "string", "minLength": 1, "maxLength": 5},
                "qos": {"type": "integer", "enum": [0, 1, 2]},
                "max": {"type": "integer", "minimum": 1, "maximum": 1000},
                "least": {"type": "integer", "minimum": 1},
                "on": {"type": "boolean"},
                "note": {"type": ["string", "null"]},
                "word": {"$ref": "#/components/schemas/Word"},
                "limit": {"oneOf": [{"type": "integer"}, {"const": "infinity"}]},
                "tags": {"type": "object", "additionalProperties": {"type": "string"}},
                "acks": {"type": "array", "minItems": 1, "maxItems": 2, "items":
                  {"type": "object", "properties": {"word": {"$ref": "#/components/schemas/Word"}}}}
              }}}}}""");

  private static String of(String json) {
    JsonObject body = new JsonObject().put("$ref", "#/components/schemas/Body");
    return new Mismatch(DOCUMENT).of(body, "", Json.decodeValue(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[] | the body: a list of 0 is not allowed; expected an object",
        "{} | id: is missing; expected a text of 1 to 5 characters",
        "{'id':7} | id: 7 is not allowed; expected a text of 1 to 5 characters",
        "{'id':''} | id: '' is not allowed; expected a text of 1 to 5 characters",
        "{'id':'abcdef'} | id: a text of 6 characters is not allowed; expected a text of 1 to 5"
            + " characters",
        "{'id':'a','qos':3} | qos: 3 is not allowed; expected 0, 1 or 2",
        "{'id':'a','qos':'1'} | qos: '1' is not allowed; expected 0, 1 or 2",
        "{'id':'a','max':1001} | max: 1001 is not allowed; expected an integer from 1 to 1000",
        "{'id':'a','max':1.5} | max: 1.5 is not allowed; expected an integer from 1 to 1000",
        "{'id':'a','least':0} | least: 0 is not allowed; expected an integer of at least 1",
        "{'id':'a','on':'yes'} | on: 'yes' is not allowed; expected true or false",
        "{'id':'a','note':1} | note: 1 is not allowed; expected a text or null",
        "{'id':'a','word':'no'} | word: 'no' is not allowed; expected done or reject",
        "{'id':'a','limit':'x'} | limit: 'x' is not allowed; expected an integer or infinity",
        "{'id':'a','tags':{'k':{}}} | tags.k: an object is not allowed; expected a text",
        "{'id':'a','acks':[]} | acks: a list of 0 is not allowed; expected a list of 1 to 2 items",
        "{'id':'a','acks':[{},{'word':null}]} | acks.1.word: null is not allowed; expected done or"
            + " reject",
        "{'id':'a','colour':1} | colour: unknown field; known are acks, id, least, limit, max, note,"
            + " on, qos, tags, word",
      })
  void namesTheFieldWhatCameAndWhatIsExpected(String json, String line) {
    assertThat(of(json.replace('\'', '"'))).isEqualTo(line.replace('\'', '"'));
  }

  @Test
  void findsNothingWhereNothingIsWrong() {
    assertThat(
            of(
                """
                {"id": "a", "qos": 1.0, "max": 1000, "on": true, "note": null, "word": "done",
                 "limit": "infinity", "tags": {"k": "v"}, "acks": [{"word": "reject"}]}"""))
        .isNull();
  }
}
