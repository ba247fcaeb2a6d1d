# Build:  docker build -t mqueduct .
# Run:    docker run -p 1883:1883 -p 8083:8083 -p 127.0.0.1:18083:18083 -v mqueduct:/data --read-only --tmpfs /tmp mqueduct
#
# Without a provider of authentication the broker does not serve other hosts: mount a configuration over
# /etc/mqueduct (k8s/configmap.yaml shows one), or, to try it, add -e MQUEDUCT_AUTHENTICATION__ALLOW_ANONYMOUS=true.

FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
# First what changes seldom, so that a change of the sources does not fetch all dependencies again.
COPY pom.xml ./
COPY .mvn .mvn
RUN mvn -B -q dependency:go-offline
COPY LICENSE NOTICE openapi.yaml ./
COPY .build .build
COPY src src
RUN mvn -B -q -DskipTests package
# The native libraries beside the jar: the root file system is read-only, and a /tmp mounted "noexec" cannot hold them.
RUN mkdir -p /out/lib /out/unpacked && cp target/mqueduct.jar /out/ && cd /out/unpacked && jar xf /out/mqueduct.jar \
  && case "$(uname -m)" in \
       x86_64)  cp librocksdbjni-linux64.so META-INF/native/libnetty_transport_native_epoll_x86_64.so /out/lib/ ;; \
       aarch64) cp librocksdbjni-linux-aarch64.so META-INF/native/libnetty_transport_native_epoll_aarch_64.so /out/lib/ ;; \
       *) echo "no native libraries for $(uname -m)" >&2; exit 1 ;; \
     esac \
  && rm -r /out/unpacked

# A base with glibc: the jar carries no libraries for musl (Alpine).
FROM eclipse-temurin:17-jre-noble
LABEL org.opencontainers.image.title="Mqueduct" \
      org.opencontainers.image.description="An MQTT broker with durable named queues" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --gid 10001 mqueduct \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin mqueduct \
  && install -d -o 10001 -g 10001 -m 0750 /data
COPY --from=build /out/ /opt/mqueduct/
# The classes that a start needs, parsed and checked beforehand by the JVM that will run it: less than half of the time to
# ready, and of its CPU. A JVM that the archive does not fit starts without it.
RUN ["bash", "-c", "set -e; java -Xshare:on -version 2>/dev/null || java -Xshare:dump; data=$(mktemp -d); \
  java -XX:ArchiveClassesAtExit=/opt/mqueduct/mqueduct.jsa -Xlog:cds=off -Xlog:cds+dynamic=off \
  -Djava.library.path=/opt/mqueduct/lib -jar /opt/mqueduct/mqueduct.jar serve --data $data & broker=$!; \
  until (exec 3<>/dev/tcp/127.0.0.1/18083 && printf 'GET /api/v5/queues HTTP/1.0\\r\\n\\r\\n' >&3 && read -r status <&3) 2>/dev/null; do \
  kill -0 $broker; sleep 0.1; done; kill $broker; wait $broker; rm -r $data; test -s /opt/mqueduct/mqueduct.jsa"]
COPY conf/container.yaml /etc/mqueduct/mqueduct.yaml
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 1883 8883 8083 8084 18083
STOPSIGNAL SIGTERM
# No curl in the image is relied on: bash opens the socket itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/18083 && printf 'GET /livez HTTP/1.0\\r\\n\\r\\n' >&3 && read -r status <&3 && [[ $status == *' 200 '* ]]"]
# Of the container's memory 40 % are heap; the rest is for socket buffers (direct memory, at most as much as the heap),
# the store (durability.memory) and the JVM itself. Set JAVA_OPTS to have other ones: it replaces these two.
ENV JAVA_OPTS="-XX:MaxRAMPercentage=40 -XX:+UseG1GC"
ENTRYPOINT ["bash", "-c", "exec java $JAVA_OPTS -XX:+ExitOnOutOfMemoryError -XX:-UsePerfData -XX:ErrorFile=/data/hs_err_%p.log \
  -XX:SharedArchiveFile=/opt/mqueduct/mqueduct.jsa -Xlog:cds=off -Xlog:cds+dynamic=off -Djava.library.path=/opt/mqueduct/lib -jar /opt/mqueduct/mqueduct.jar \"$@\"", "mqueduct"]
CMD ["serve", "-c", "/etc/mqueduct/mqueduct.yaml", "--data", "/data"]
