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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Checks that a body is one JSON text as RFC 8259 has it: in UTF-8 without a mark at its begin, no
 * comments, nothing behind it, and no name twice in an object, of which nobody could say which one
 * counts. What Vert.x reads is more than that. Stateless.
 */
final class StrictJson {
  private static final char MARK = '\uFEFF';

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private StrictJson() {}

  /** Throws {@link ApiError} with what is wrong, and where. */
  static void check(Buffer body) {
    String text = text(body);
    if (!text.isEmpty() && text.charAt(0) == MARK) {
      throw ApiError.badRequest("the body begins with a byte order mark");
    }
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw ApiError.badRequest("the body is not JSON: it is empty");
      }
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw ApiError.badRequest("the body is not JSON: more comes behind its end");
      }
    } catch (JsonProcessingException e) {
      throw ApiError.badRequest("the body is not JSON: " + reason(e));
    } catch (IOException e) {
      throw new IllegalStateException(e); // a text is not read from anywhere
    }
  }

  private static String text(Buffer body) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(body.getBytes()))
          .toString();
    } catch (CharacterCodingException e) {
      throw ApiError.badRequest("the body is not UTF-8");
    }
  }

  /** In Jackson's words, without its hints to those who configure it. */
  private static String reason(JsonProcessingException e) {
    String said =
        e.getOriginalMessage()
            .replaceAll("\\s*\\(code \\d+[^)]*\\)", "")
            .replaceAll("\\s*(\\(not recognized|: enable ).*", "");
    var at = e.getLocation();
    return at == null ? said : said + ", line " + at.getLineNr() + " column " + at.getColumnNr();
  }
}
