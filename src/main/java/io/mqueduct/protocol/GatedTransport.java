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
package io.mqueduct.protocol;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ThreadFactory;

/**
 * A transport of Vert.x whose server sockets have a handler in front, which sees every socket as it
 * is accepted. Everything else is passed on. Any thread.
 */
record GatedTransport(Transport real, ChannelHandler gate) implements Transport {
  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    real.configure(config, domainSocket, bootstrap);
    bootstrap.handler(gate); // in front of Netty's own, which gives sockets to the loops
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return real.serverChannelFactory(domainSocket);
  }

  @Override
  public boolean supportsDomainSockets() {
    return real.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return real.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return real.isAvailable();
  }

  @Override
  public Throwable unavailabilityCause() {
    return real.unavailabilityCause();
  }

  @Override
  public java.net.SocketAddress convert(SocketAddress address) {
    return real.convert(address);
  }

  @Override
  public SocketAddress convert(java.net.SocketAddress address) {
    return real.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return real.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return real.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  @SuppressWarnings("deprecation") // of the interface
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return real.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return real.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return real.channelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    real.configure(channel, options);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    real.configure(config, domainSocket, bootstrap);
  }
}
