import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Io } from '../io/io.ts';
import { findK6 } from '../k6/find/find.ts';
import { startChild } from '../k6/run/child.ts';

/** The Io of this process. `assets` is the folder with the load scripts. */
export function processIo(assets: string): Io {
  const clock = systemClock();
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    script: process.argv[1] ?? '',
    assets,
    clock,
    random: Math.random,
    network: {
      listen: async (server, port, host) => {
        await once(server.listen(port, host), 'listening');
        return {
          port: (server.address() as AddressInfo).port,
          close: () =>
            new Promise((resolve) => {
              server.close(() => resolve());
              server.closeAllConnections();
            }),
        };
      },
    },
    k6: {
      find: (query) => findK6({ ...query, clock, env: process.env, moduleDir: join(assets, 'k6') }),
      start: (options) => startChild(options, clock),
    },
    processorTime,
    onInterrupt: (action) => {
      // When a terminal closes, its shell and the system each send a SIGHUP. The second one must not end the process.
      const ignore = () => undefined;
      process.on('SIGINT', action).on('SIGTERM', action).once('SIGHUP', action).on('SIGHUP', ignore);
      return () => process.off('SIGINT', action).off('SIGTERM', action).off('SIGHUP', action).off('SIGHUP', ignore);
    },
    exit: (code) => process.exit(code),
  };
}

/** Reads the wall clock once and then counts monotonically, so that setting the clock cannot change a measurement. */
export function systemClock(): Clock {
  const origin = Date.now() - performance.now();
  return {
    now: () => Math.round((origin + performance.now()) * 1000) / 1000,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    after: (milliseconds, action) => {
      const timer = setTimeout(action, milliseconds).unref();
      return () => clearTimeout(timer);
    },
    every: (milliseconds, action) => {
      const timer = setInterval(action, milliseconds).unref();
      return () => clearInterval(timer);
    },
  };
}

function processorTime(): { all: number; idle: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
}
