#!/usr/bin/env python3
"""What .ci/measure reads and reckons: figures of runs, metrics, pauses, the machine's stalls, the disk's speed, tables.

Each function below is a command; its parameters are the words of the command line. Python's own library is enough.
"""

import base64
import inspect
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import time
import urllib.parse
import urllib.request

FAULTS = ("lost", "duplicated", "out_of_order", "unacknowledged", "refused", "ended_connections", "stalls")
UNITS = {"K": 1, "M": 1024, "G": 1024 * 1024}


def get(file, *names):
    """Prints figures of a run, a.b for b within a."""
    report = json.load(open(file))
    values = []
    for name in names:
        value = report
        for part in name.split("."):
            value = value.get(part, {}) if isinstance(value, dict) else {}
        values.append("nan" if value == {} else str(value))
    print(*values)


def faults(file, label):
    """Prints what went wrong in a run."""
    report = json.load(open(file))
    for name in FAULTS:
        if report.get(name):
            print(f"{label}: {name} {report[name]}")
    if report.get("first_ending"):
        print(f"{label}: {report['first_ending']}")


def median(*values):
    print(statistics.median(float(v) for v in values))


def metric(api, *names):
    """Prints metrics of the broker, 0 for one that is not there."""
    with urllib.request.urlopen(api + "/prometheus/stats", timeout=30) as answer:
        text = answer.read().decode()
    known = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    print(*(known.get(name, "0") for name in names))


def delete_queues(api, credentials, prefix):
    """Removes the queues whose names begin so."""
    key = base64.b64encode(open(credentials).read().strip().encode()).decode()

    def call(method, path):
        request = urllib.request.Request(api + path, method=method, headers={"Authorization": "Basic " + key})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    while True:
        listed = json.loads(call("GET", "/queues?limit=10000"))["data"]
        names = [each["name"] for each in listed if each["name"].startswith(prefix)]
        if not names:
            return
        for name in names:
            call("DELETE", "/queue/" + urllib.parse.quote(name, safe=""))


def stalls(file):
    """Sleeps 1 ms again and again, and notes by how much longer it took, until it is ended: the machine's own stalls."""
    ending = []
    signal.signal(signal.SIGTERM, lambda *_: ending.append(1))
    over, long_ones = [], []
    while not ending:
        began = time.perf_counter_ns()
        time.sleep(0.001)
        late = (time.perf_counter_ns() - began) / 1e6 - 1
        over.append(late)
        if late > 2:
            now = time.time() * 1000
            long_ones.append((now - late, now, late))
    over.sort()
    json.dump(
        {"count": len(over), "p99_9": over[int(len(over) * 0.999)], "max": over[-1], "long": long_ones},
        open(file, "w"),
    )


def pauses(log, stalls_file, begin, end, limit):
    """Prints, of a log of safepoints with :timemillis, those between two times: count, sum, p99.9 and longest in ms, how
    many are over the limit, how many of those while the reference was stalled for at least half as long; then these.
    The reference within the same times: p99.9 of all, longest."""
    begin, end, limit = float(begin), float(end), float(limit)
    seen = []
    for line in open(log):
        found = re.match(r'\[(\d+)ms\] Safepoint "(\w+)".*Reaching safepoint: (\d+) ns.*Total: (\d+) ns', line)
        if found and begin <= int(found[1]) <= end:
            total = int(found[4]) / 1e6
            seen.append((total, int(found[1]), found[2], int(found[3]) / 1e6))
    seen.sort()
    reference = json.load(open(stalls_file))
    stalled = [each for each in reference["long"] if begin <= each[1] <= end]

    def beside(stop):
        until = stop[1] + 1
        return max((s[2] for s in stalled if s[0] <= until and s[1] >= until - stop[0] - 2), default=0)

    over = [stop for stop in seen if stop[0] > limit]
    excused = [stop for stop in over if beside(stop) >= stop[0] / 2]
    totals = [stop[0] for stop in seen] or [0]
    print(
        len(seen),
        f"{sum(totals):.1f}",
        f"{totals[min(len(totals) - 1, int(len(totals) * 0.999))]:.2f}",
        f"{totals[-1]:.2f}",
        len(over),
        len(excused),
        f"{reference['p99_9']:.2f}",
        f"{max((s[2] for s in stalled), default=2):.2f}",
    )
    for total, at, kind, reaching in reversed((over or seen[-3:])[-20:]):
        where = time.strftime("%H:%M:%S", time.localtime(at / 1000))
        print(
            f"{where} {kind}: {total:.2f} ms, {reaching:.2f} of them until all threads stood;"
            f" the reference overslept {beside((total, at)):.2f} ms at that time"
        )


def collections(log, begin, end):
    """Prints the collector's pauses in the log between two times: count and longest in ms."""
    times = []
    for line in open(log):
        found = re.match(r"\[(\d+)ms\] GC\(\d+\) Pause .* ([0-9.]+)ms$", line)
        if found and float(begin) <= int(found[1]) <= float(end):
            times.append(float(found[2]))
    print(len(times), f"{max(times, default=0):.2f}")


def fsync(directory, kilobytes, seconds):
    """Appends and calls fdatasync in a loop, as a log does; prints how often a second."""
    block, until, count, size = b"x" * (int(kilobytes) * 1024), time.monotonic() + float(seconds), 0, 0
    name = os.path.join(directory, "fsync")
    began = time.monotonic()
    file = os.open(name, os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_TRUNC)
    try:
        while time.monotonic() < until:
            os.write(file, block)
            os.fdatasync(file)
            count += 1
            size += len(block)
            if size > 64 << 20:
                os.ftruncate(file, 0)
                size = 0
        print(f"{count / (time.monotonic() - began):.1f}")
    finally:
        os.close(file)
        os.remove(name)


def heap(pid):
    """Has the JVM collect twice, and prints the KB of heap that are in use then."""
    for _ in range(2):
        subprocess.run(["jcmd", pid, "GC.run"], check=True, stdout=subprocess.DEVNULL)
    text = subprocess.run(["jcmd", pid, "GC.heap_info"], check=True, stdout=subprocess.PIPE, text=True).stdout
    used = 0
    for line in text.split("Metaspace")[0].splitlines():
        found = re.search(r"\bused (\d+)([KMG])", line)
        if found:
            used += int(found[1]) * UNITS[found[2]]
    print(used)


def cpu(pid):
    """Prints the CPU seconds of a process so far."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(") ", 1)[1].split()
    print((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))


def status(pid, name):
    """Prints a number of /proc/PID/status, io or limits."""
    for file in ("status", "io", "limits"):
        for line in open(f"/proc/{pid}/{file}"):
            if line.startswith(name):
                found = re.search(r"\d+", line[len(name) :])
                print(found[0] if found else "unlimited")
                return
    raise SystemExit(f"no {name} in /proc/{pid}")


def disk(directory):
    """Prints the bytes of all files."""
    total = 0
    for where, _, names in os.walk(directory):
        for name in names:
            try:
                total += os.lstat(os.path.join(where, name)).st_size
            except FileNotFoundError:
                pass  # the engine has just removed it
    print(total)


def table(file, title):
    """Prints rows of label, figure, comparison, limit, note, which are tabulated, with met or missed."""
    print(f"\n{title}\n\n| what | figure | target | |\n|---|---:|---:|---|")
    for line in open(file):
        label, figure, relation, limit, note = line.rstrip("\n").split("\t")
        verdict, value = "", figure
        try:
            number = float(figure)
            value = f"{number:,.0f}" if abs(number) >= 1000 else figure
            if relation:
                fine = number <= float(limit) if relation == "<=" else number >= float(limit)
                verdict = ("met" if fine else "**missed**") if number == number else "not measured"
                limit = f"{float(limit):,.0f}" if float(limit) >= 1000 else limit
        except ValueError:
            pass
        sign = {"<=": "≤ ", ">=": "≥ "}.get(relation, "")
        print(f"| {label} | {value} | {sign}{limit} | {verdict}{' ' if verdict and note else ''}{note} |")


if __name__ == "__main__":
    commands = {
        name.replace("_", "-"): each
        for name, each in list(globals().items())
        if inspect.isfunction(each) and each.__module__ == "__main__"
    }
    if len(sys.argv) < 2 or sys.argv[1] not in commands:
        raise SystemExit(f"{__doc__}\n{', '.join(commands)}")
    commands[sys.argv[1]](*sys.argv[2:])
