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

import io.mqueduct.config.RawValue.Scalar;
import io.mqueduct.config.RawValue.Sequence;
import io.mqueduct.config.RawValue.Table;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Reads YAML into {@link RawValue}s with line numbers. Scalars stay the text that was written:
 * {@code off} is not a boolean and {@code 1:30} not a number here, as YAML 1.1 would have it.
 */
final class YamlText {
  private YamlText() {}

  /**
   * The table that a file's text stands for.
   *
   * @param text the content
   * @param name how the file is called in errors
   */
  static Table parse(String text, String name) {
    Node root = compose(text, name);
    if (root == null || isNull(root)) {
      return Table.empty(name);
    }
    if (convert(root, name) instanceof Table table) {
      return table;
    }
    throw new ConfigException(name + ":1: expected sections such as mqtt: and listeners:");
  }

  /** A list or map written in one line; a text that is none (such as [::1]:1883) stays a text. */
  static RawValue parseFlow(String text, String origin) {
    try {
      Node root = compose(text, origin);
      return root == null ? new Scalar(text, origin) : withOrigin(convert(root, origin), origin);
    } catch (ConfigException e) {
      return new Scalar(text, origin);
    }
  }

  private static @Nullable Node compose(String text, String name) {
    LoaderOptions options = new LoaderOptions();
    options.setMaxAliasesForCollections(0);
    options.setNestingDepthLimit(20);
    try {
      return new Yaml(new SafeConstructor(options)).compose(new StringReader(text));
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new ConfigException(name + ":" + line + ": not valid YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw new ConfigException(name + ": not valid YAML: " + firstLine(e.getMessage()));
    }
  }

  private static String firstLine(@Nullable String text) {
    return text == null ? "unreadable" : text.lines().findFirst().orElse("unreadable");
  }

  private static RawValue convert(Node node, String name) {
    String origin = name + ":" + (node.getStartMark().getLine() + 1);
    if (node instanceof MappingNode mapping) {
      Map<String, RawValue> entries = new LinkedHashMap<>();
      for (NodeTuple tuple : mapping.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
          throw new ConfigException(origin + ": a key must be a plain text");
        }
        int line = key.getStartMark().getLine() + 1;
        if (entries.containsKey(key.getValue())) {
          throw new ConfigException(name + ":" + line + ": " + key.getValue() + " is given twice");
        }
        if (!isNull(tuple.getValueNode())) {
          entries.put(key.getValue(), convert(tuple.getValueNode(), name));
        }
      }
      return new Table(entries, origin);
    }
    if (node instanceof SequenceNode sequence) {
      List<RawValue> items = new ArrayList<>();
      for (Node item : sequence.getValue()) {
        items.add(convert(item, name));
      }
      return new Sequence(items, origin);
    }
    if (node instanceof ScalarNode scalar) {
      return new Scalar(scalar.getValue(), origin);
    }
    throw new ConfigException(origin + ": aliases are not supported here");
  }

  private static RawValue withOrigin(RawValue value, String origin) {
    if (value instanceof Table table) {
      Map<String, RawValue> entries = new LinkedHashMap<>();
      table.entries().forEach((k, v) -> entries.put(k, withOrigin(v, origin)));
      return new Table(entries, origin);
    }
    if (value instanceof Sequence sequence) {
      return new Sequence(
          sequence.items().stream().map(v -> withOrigin(v, origin)).toList(), origin);
    }
    return new Scalar(((Scalar) value).text(), origin);
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }
}
