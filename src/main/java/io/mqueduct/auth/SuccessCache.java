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
package io.mqueduct.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a short time which passwords were right, so that thousands of clients that come
 * back at once need not be hashed one by one. Any thread, no locks: a fixed table in which a newer
 * entry takes an older one's place.
 *
 * <p>An entry is an HMAC, with a key that never leaves this process, of user, stored hash and
 * password. So it holds no password, and a changed password file makes its entries worthless by
 * itself.
 */
public final class SuccessCache {
  private record Entry(Digest mac, long validUntilMillis) {}

  private final AtomicReferenceArray<@Nullable Entry> table;
  private final long ttlMillis;
  private final byte[] key = new byte[32];

  /**
   * An empty cache.
   *
   * @param entries how many it holds at most, rounded up to a power of two; 0 turns it off
   * @param ttlMillis how long a success is remembered
   */
  public SuccessCache(int entries, long ttlMillis) {
    this.table =
        new AtomicReferenceArray<>(entries == 0 ? 0 : Integer.highestOneBit(entries * 2 - 1));
    this.ttlMillis = ttlMillis;
    new SecureRandom().nextBytes(key);
  }

  /** What stands for this password of this account. */
  Digest token(Account account, byte[] password) {
    return new Digest(
        Hmac.sha256(key, (account.toLine() + "\n").getBytes(StandardCharsets.UTF_8), password));
  }

  /** True when the token was added less than the time to live ago. */
  boolean has(Digest token, long nowMillis) {
    if (table.length() == 0) {
      return false;
    }
    var entry = table.get(slot(token));
    return entry != null && entry.validUntilMillis > nowMillis && entry.mac.equals(token);
  }

  void add(Digest token, long nowMillis) {
    if (table.length() > 0) {
      table.set(slot(token), new Entry(token, nowMillis + ttlMillis));
    }
  }

  /**
   * A number that is always the same for a user name in this process, and that nobody outside can
   * foretell.
   */
  int numberOf(String userName) {
    return ByteBuffer.wrap(Hmac.sha256(key, userName.getBytes(StandardCharsets.UTF_8))).getInt();
  }

  private int slot(Digest token) {
    return ByteBuffer.wrap(token.bytes()).getInt() & (table.length() - 1);
  }
}
