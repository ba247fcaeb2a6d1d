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
package io.mqueduct.app;

import io.netty.util.Version;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code mqueduct version}. */
@Command(
    name = "version",
    description = "Shows the version of the program and of what it runs on.",
    footer = {"", "Example:", "  mqueduct version"})
final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.println("mqueduct " + ProgramVersion.number());
    out.println("Java " + Runtime.version() + ", " + System.getProperty("java.vm.name"));
    Version netty = Version.identify().get("netty-common");
    out.println("Netty " + (netty == null ? "unknown" : netty.artifactVersion()));
    out.println(System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    out.flush();
  }
}
