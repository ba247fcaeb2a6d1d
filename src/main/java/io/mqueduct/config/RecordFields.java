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

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The components of a section record with their annotations, and how to build one. Immutable. */
record RecordFields(Class<?> record, List<Field> fields) {

  /** A component; with neither annotation its value does not come from the configuration. */
  record Field(
      Type type,
      Class<?> raw,
      Method accessor,
      @Nullable Setting setting,
      @Nullable Section section) {
    /** The component's value in a record. */
    Object valueOf(Object owner) {
      try {
        return accessor.invoke(owner);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(accessor + " cannot be called", e);
      }
    }

    /** The key inside the section; empty if it is not configured. */
    String key() {
      if (setting != null) {
        return setting.key();
      }
      return section == null ? "" : section.key();
    }

    /** Whether a listener kind or provider type has this key. */
    boolean isIn(String scope) {
      String only = "";
      if (setting != null) {
        only = setting.only();
      } else if (section != null) {
        only = section.only();
      }
      return only.isEmpty() || scope.isEmpty() || List.of(only.split(",", -1)).contains(scope);
    }
  }

  static RecordFields of(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.add(
          new Field(
              component.getGenericType(),
              component.getType(),
              component.getAccessor(),
              component.getAnnotation(Setting.class),
              component.getAnnotation(Section.class)));
    }
    return new RecordFields(type, List.copyOf(fields));
  }

  Object build(List<Object> values) {
    Class<?>[] types = fields.stream().map(Field::raw).toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = record.getDeclaredConstructor(types);
      return constructor.newInstance(values.toArray());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(record + " refuses " + Arrays.toString(types), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(record + " cannot be built", e);
    }
  }
}
