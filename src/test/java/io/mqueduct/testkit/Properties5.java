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
package io.mqueduct.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The properties of one 5.0 packet in their order. One thread.
 *
 * <p>Numbers are held as {@code Long}, strings as {@code String}, binary data as {@code byte[]}, a
 * user property as {@code Map.Entry}.
 */
public final class Properties5 {
  /** One property. */
  public record Entry(PropertyId id, Object value) {}

  private final List<Entry> entries = new ArrayList<>();

  /** No properties yet. */
  public static Properties5 none() {
    return new Properties5();
  }

  /** Appends a number, whatever its range. */
  public Properties5 with(PropertyId id, long value) {
    entries.add(new Entry(id, value));
    return this;
  }

  /** Appends a string. */
  public Properties5 with(PropertyId id, String value) {
    entries.add(new Entry(id, value));
    return this;
  }

  /** Appends binary data. */
  public Properties5 with(PropertyId id, byte[] value) {
    entries.add(new Entry(id, value));
    return this;
  }

  /** Appends a user property. */
  public Properties5 user(String key, String value) {
    entries.add(new Entry(PropertyId.USER_PROPERTY, Map.entry(key, value)));
    return this;
  }

  /** All of them in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Whether one is there. */
  public boolean has(PropertyId id) {
    return entries.stream().anyMatch(e -> e.id() == id);
  }

  /** The value of a numeric property, if it is there. */
  public OptionalLong number(PropertyId id) {
    return entries.stream().filter(e -> e.id() == id).mapToLong(e -> (Long) e.value()).findFirst();
  }

  /** All values of a numeric property that may repeat. */
  public List<Long> numbers(PropertyId id) {
    return entries.stream().filter(e -> e.id() == id).map(e -> (Long) e.value()).toList();
  }

  /** The value of a string property; fails if it is missing. */
  public String text(PropertyId id) {
    return (String) value(id);
  }

  /** The value of a binary property; fails if it is missing. */
  public byte[] data(PropertyId id) {
    return (byte[]) value(id);
  }

  /** The user properties as {@code key=value}, in order. */
  public List<String> users() {
    List<String> users = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.value() instanceof Map.Entry<?, ?> pair) {
        users.add(pair.getKey() + "=" + pair.getValue());
      }
    }
    return users;
  }

  /** The property block with its length in front. */
  public byte[] encoded() {
    Bytes block = Bytes.bytes();
    for (Entry entry : entries) {
      block.varint(entry.id().number());
      append(block, entry);
    }
    byte[] body = block.toArray();
    return Bytes.bytes().varint(body.length).raw(body).toArray();
  }

  private static void append(Bytes block, Entry entry) {
    switch (entry.id().form()) {
      case BYTE -> block.u8((int) numeric(entry));
      case TWO -> block.u16((int) numeric(entry));
      case FOUR -> block.u32(numeric(entry));
      case VARINT -> block.varint((int) numeric(entry));
      case TEXT, BINARY -> block.binary(octets(entry.value()));
      case PAIR -> {
        Map.Entry<?, ?> pair = (Map.Entry<?, ?>) entry.value();
        block.utf8((String) pair.getKey()).utf8((String) pair.getValue());
      }
      default -> throw new IllegalStateException("no such form");
    }
  }

  private static long numeric(Entry entry) {
    return (Long) entry.value();
  }

  private static byte[] octets(Object value) {
    return value instanceof String text ? text.getBytes(UTF_8) : (byte[]) value;
  }

  /**
   * Reads a block and fails if a property does not belong to the packet or repeats against the
   * rules.
   */
  static Properties5 decode(ByteCursor in, PacketType type) {
    ByteCursor block = new ByteCursor(in.take(in.varint()));
    Properties5 found = none();
    Set<PropertyId> seen = EnumSet.noneOf(PropertyId.class);
    while (block.remaining() > 0) {
      PropertyId id = PropertyId.of(block.varint());
      if (!id.belongsTo(type)) {
        throw new AssertionError(id + " does not belong into " + type);
      }
      if (!seen.add(id) && !id.mayRepeat(type)) {
        throw new AssertionError(id + " is there twice in " + type);
      }
      found.read(block, id);
    }
    return found;
  }

  private void read(ByteCursor block, PropertyId id) {
    switch (id.form()) {
      case BYTE -> with(id, block.u8());
      case TWO -> with(id, block.u16());
      case FOUR -> with(id, block.u32());
      case VARINT -> with(id, block.varint());
      case TEXT -> with(id, block.utf8());
      case BINARY -> with(id, block.binary());
      case PAIR -> user(block.utf8(), block.utf8());
      default -> throw new IllegalStateException("no such form");
    }
  }

  private Object value(PropertyId id) {
    for (Entry entry : entries) {
      if (entry.id() == id) {
        return entry.value();
      }
    }
    throw new AssertionError(id + " is missing in " + entries);
  }

  @Override
  public String toString() {
    return entries.toString();
  }
}
