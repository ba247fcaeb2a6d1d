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

import java.lang.reflect.AnnotatedElement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Starts the broker of a test class or test method, and closes a test's clients after it. */
public final class BrokerExtension
    implements ParameterResolver, BeforeEachCallback, AfterEachCallback {
  private static final Namespace SPACE = Namespace.create(BrokerExtension.class);

  @Override
  public void beforeEach(ExtensionContext context) {
    broker(context).nextTest();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    broker(context).hangUp();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningBroker.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return broker(context);
  }

  private static RunningBroker broker(ExtensionContext context) {
    Map<String, String> own = settings(context.getRequiredTestMethod());
    ExtensionContext classContext = context;
    while (classContext.getTestMethod().isPresent()) {
      classContext = classContext.getParent().orElseThrow();
    }
    Map<String, String> all = settings(context.getRequiredTestClass());
    all.putAll(own);
    // A store also answers with what its parents hold, so the two need keys of their own.
    Store store = (own.isEmpty() ? classContext : context).getStore(SPACE);
    return store.getOrComputeIfAbsent(
        own.isEmpty() ? "of the class" : "of the method",
        key -> new RunningBroker(backend(), all),
        RunningBroker.class);
  }

  private static Backend backend() {
    @Nullable String target = System.getProperty(ExternalBackend.PROPERTY);
    return target == null ? new InProcessBackend() : new ExternalBackend(target);
  }

  private static Map<String, String> settings(AnnotatedElement element) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (WithSetting setting : element.getAnnotationsByType(WithSetting.class)) {
      settings.put(setting.key(), setting.value());
    }
    return settings;
  }
}
