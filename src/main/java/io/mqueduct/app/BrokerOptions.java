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

import io.mqueduct.message.FileReason;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What every command that connects to a broker over MQTT is told: where it is, and how it is spoken
 * to. Named as mosquitto's. Used by one thread.
 */
public class BrokerOptions {
  private static final String PASSWORD_VARIABLE = "MQUEDUCT_PASSWORD";
  private static final Pattern PEM_LINE = Pattern.compile("-----BEGIN [A-Z0-9 ]+-----");

  @Option(
      names = {"-h", "--host"},
      paramLabel = "HOST",
      converter = Name.class,
      description = "The broker. Default: localhost.")
  private String host = "localhost";

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      converter = Port.class,
      description = "Its port. Default: 1883, with TLS 8883.")
  private @Nullable Integer port;

  @Option(
      names = {"-V", "--mqtt-version"},
      paramLabel = "VERSION",
      description = "3.1.1 or 5. Default: 5.")
  private String version = "5";

  @Option(
      names = {"-u", "--username"},
      paramLabel = "NAME",
      description = "User name; the password is read from MQUEDUCT_PASSWORD.")
  private @Nullable String userName;

  @Option(
      names = {"-k", "--keepalive"},
      paramLabel = "SECONDS",
      description = "Keep alive; 0: none. Default: 60.")
  private int keepAliveSeconds = 60;

  @Option(names = "--tls", description = "Connect with TLS. Implied by the options below.")
  private boolean tls;

  @Option(
      names = "--cafile",
      paramLabel = "FILE",
      description = "PEM file with the authorities that are trusted. Default: those of Java.")
  private @Nullable File caFile;

  @Option(names = "--cert", paramLabel = "FILE", description = "PEM file with a certificate.")
  private @Nullable File certFile;

  @Option(names = "--key", paramLabel = "FILE", description = "PEM file with its private key.")
  private @Nullable File keyFile;

  @Option(
      names = "--insecure",
      description = "Trust any certificate and host name. For tests only.")
  private boolean insecure;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  /** For subclasses, which are the mixins. */
  protected BrokerOptions() {}

  /** The host. */
  public final String host() {
    return host;
  }

  /** The port that was given, or the usual one. */
  protected final int port(int usual, int usualWithTls) {
    return port == null ? (isTls() ? usualWithTls : usual) : port;
  }

  /** Whether MQTT 5.0 is spoken, else 3.1.1. */
  public final boolean isVersion5() {
    return switch (version) {
      case "5", "5.0", "mqttv5" -> true;
      case "3.1.1", "311", "4", "mqttv311" -> false;
      default -> throw wrong("-V " + version + " is not allowed; expected 3.1.1 or 5");
    };
  }

  /** The user name, or null. */
  protected final @Nullable String userName() {
    return userName;
  }

  /** What the environment has, or null. */
  protected static @Nullable String passwordOfEnvironment() {
    return System.getenv(PASSWORD_VARIABLE);
  }

  /** Seconds, or wrong use. */
  protected final int keepAliveSeconds() {
    if (keepAliveSeconds < 0 || keepAliveSeconds > 65_535) {
      throw wrong("-k " + keepAliveSeconds + " is not allowed; expected 0 to 65535");
    }
    return keepAliveSeconds;
  }

  /** Whether TLS is spoken. */
  protected final boolean isTls() {
    return tls || insecure || caFile != null || certFile != null || keyFile != null;
  }

  /** Whether any certificate is trusted. */
  protected final boolean isInsecure() {
    return insecure;
  }

  /** The authorities in PEM, or null for those of Java. To be called once, as for all files. */
  protected final byte @Nullable [] authorities() {
    return caFile == null ? null : pem("--cafile", caFile, "CERTIFICATE-----");
  }

  /** The certificate in PEM, or null; with {@link #privateKey}, or wrong use. */
  protected final byte @Nullable [] certificate() {
    if ((certFile == null) != (keyFile == null)) {
      throw wrong("--cert and --key belong together");
    }
    return certFile == null ? null : pem("--cert", certFile, "CERTIFICATE-----");
  }

  /** The private key of {@link #certificate} in PEM, or null. */
  protected final byte @Nullable [] privateKey() {
    return keyFile == null ? null : pem("--key", keyFile, "PRIVATE KEY-----");
  }

  /**
   * What is in a file, or wrong use: libraries say too little of what is missing, and not of which
   * file. They are not given the file, which may be a pipe and can be read once.
   */
  private byte[] pem(String option, File file, String end) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file.toPath());
    } catch (IOException e) {
      throw wrong(option + " " + file + " cannot be read: " + FileReason.of(e));
    }
    String content = new String(bytes, StandardCharsets.ISO_8859_1);
    if (!PEM_LINE.matcher(content).results().anyMatch(line -> line.group().endsWith(end))) {
      throw wrong(
          option
              + " "
              + file
              + " has nothing of that kind: expected PEM, with a line -----BEGIN "
              + end);
    }
    return bytes;
  }

  /** The name of the command. */
  protected final String commandName() {
    return command.name();
  }

  /** For wrong use of the command's options. */
  public final ParameterException wrong(String line) {
    return new ParameterException(command.commandLine(), line);
  }
}
