# Sourced by the scripts that measure: a directory for what they write, the jar, brokers that are started and ended
# again whatever happens. An option of the script may set jar (empty: it is built) and keep (not empty: the directory stays).
# shellcheck shell=bash

jar= keep=
work=$(mktemp -d)
started=()

# stop PID: ends a process that was launched, and waits for its end.
stop() {
  local pid=$1 i
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  for i in "${!started[@]}"; do
    [ "${started[i]}" != "$pid" ] || unset "started[$i]"
  done
}

finish() {
  local pid
  for pid in "${started[@]}"; do
    stop "$pid"
  done
  if [ -n "$keep" ]; then
    echo "figures: $work"
  else
    rm -rf "$work"
  fi
}
trap finish EXIT
trap 'exit 130' INT TERM

# Prints how a script is used: the comment at its begin.
usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' ".ci/${0##*/}" >&2
  exit 2
}

build() {
  if [ -z "$jar" ]; then
    mvn -B -q -ntp -DskipTests package </dev/null
    jar=target/mqueduct.jar
  fi
}

# launch NAME PORT COMMAND...: starts a broker, waits until its port answers, and leaves its process id in $pid.
launch() {
  local name=$1 port=$2 began=$SECONDS
  shift 2
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
    echo "port $port is taken" >&2
    exit 1
  fi
  "$@" >"$work/$name.log" 2>&1 </dev/null &
  pid=$!
  started+=("$pid")
  while ((SECONDS - began < ${launch_seconds:-30})); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      return
    fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.01
  done
  echo "$name did not start:" >&2
  tail -5 "$work/$name.log" >&2
  exit 1
}

bench() {
  java -XX:TieredStopAtLevel=4 -jar "$jar" bench "$@"
}

load_average() {
  cut -d' ' -f1-3 /proc/loadavg
}

machine() {
  echo "$(nproc) processors, $(uname -sr), load average $(load_average) at the begin"
  java -version 2>&1 | head -1
}
