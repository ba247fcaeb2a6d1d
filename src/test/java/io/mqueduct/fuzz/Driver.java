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
package io.mqueduct.fuzz;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Keeps many connections going, each with one sequence, on one event loop of its own. */
final class Driver implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final long seed;
  private final int tcpPort;
  private final int wsPort;
  private final int parallel;
  private final Verdicts verdicts = new Verdicts();

  private long next;
  private long end;
  private int open;
  private CompletableFuture<Void> ended = new CompletableFuture<>();

  Driver(long seed, int tcpPort, int wsPort, int parallel) {
    this.seed = seed;
    this.tcpPort = tcpPort;
    this.wsPort = wsPort;
    this.parallel = parallel;
  }

  /** Runs these sequences; blocks until each is judged. */
  void run(long from, long to) throws Exception {
    ended = new CompletableFuture<>();
    loop.execute(
        () -> {
          next = from;
          end = to;
          proceed();
        });
    ended.get(30, TimeUnit.MINUTES);
  }

  Verdicts verdicts() {
    return verdicts;
  }

  private void proceed() {
    try {
      beginSome();
    } catch (RuntimeException e) {
      ended.completeExceptionally(e);
    }
  }

  private void beginSome() {
    while (open < parallel && next < end) {
      open++;
      begin(Sequence.of(seed, next++));
    }
    if (open == 0 && next >= end) {
      ended.complete(null);
    }
  }

  private void begin(Sequence sequence) {
    Attempt attempt = new Attempt(sequence, verdicts, this::over);
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 15_000)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(attempt);
                  }
                })
            .connect(InetAddress.getLoopbackAddress(), sequence.overWebSocket() ? wsPort : tcpPort);
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            verdicts.failed(sequence, "not connected, " + done.cause());
            over();
          }
        });
  }

  private void over() {
    open--;
    // Not at once: the closing of this one is still on the stack.
    loop.execute(this::proceed);
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
