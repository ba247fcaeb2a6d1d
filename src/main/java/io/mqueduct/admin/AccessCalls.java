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

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Login, and the document of the API. Owned by the admin's loop. */
final class AccessCalls implements Operations.Calls {
  private final Gate gate;
  private final Contract contract;
  private final String version;

  AccessCalls(Gate gate, Contract contract, String version) {
    this.gate = gate;
    this.contract = contract;
    this.version = version;
  }

  @Override
  public void tie(Operations operations) {
    operations.on("login", this::login);
    operations.at("getDocument", call -> Reply.text("application/yaml", contract.text()));
  }

  private Future<Reply> login(Call call) {
    JsonObject body = call.body();
    return gate.login(body.getString("username"), body.getString("password"))
        .map(
            login -> {
              if (login == null) {
                throw new ApiError(401, "BAD_USERNAME_OR_PWD", "no such key, or a wrong secret");
              }
              return Reply.ok(
                  new JsonObject()
                      .put("token", login.token())
                      .put("role", login.role().label())
                      .put("version", version));
            });
  }
}
