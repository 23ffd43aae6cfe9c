import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../../src/io/clock.ts';
import type { Child, ChildEnd, ChildOptions, K6Launcher, Network } from '../../src/io/io.ts';
import { K6NotFoundError } from '../../src/k6/find/binary.ts';
import { type K6Arguments, parseArguments } from './k6/arguments.ts';
import { metrics } from './k6/metrics.ts';
import { loadScript } from './k6/script.ts';
import { createTestRun, type TestRun } from './k6/test-run.ts';

export interface VirtualK6Options {
  readonly clock: Clock;
  readonly network: Pick<Network, 'connect'>;
}

/** Milliseconds until k6 is there, about as long as the real one takes. */
const STARTS_IN = 100;

/** As much of stderr as the real launcher keeps. */
const TAIL = 16_000;

/**
 * k6 without k6: runs the bundled load scripts in this process, in virtual time, over the network of a test. It imitates k6 2.2.0 as
 * far as our scripts and src/k6 can tell: command line, console file, secrets, executors, HTTP, thresholds, exit codes, signals. The
 * parity test (tests/process/virtual-k6.test.ts) compares it with the real one.
 *
 * Not imitated: everything that no load script uses, TLS, the time that code takes, and the engine: a script that Node understands
 * and k6 does not works here.
 */
export function virtualK6({ clock, network }: VirtualK6Options): K6Launcher {
  const { connect } = network;
  if (connect === undefined) throw new TypeError('the virtual k6 needs a network with its own connections');

  const start = (options: ChildOptions): Child => {
    const { args, cwd, graceMs, signal } = options;
    let stderrTail = '';
    let testRun: TestRun | undefined;
    let output: number | undefined;
    const cancels: (() => void)[] = [];
    let isOver = false;
    let tell: (end: ChildEnd) => void = () => {};
    const ended = new Promise<ChildEnd>((settle) => {
      tell = settle;
    });

    const log = (text: string) => {
      stderrTail = `${stderrTail}${text}\n`.slice(-TAIL);
    };
    const end = (code: number | null, by: NodeJS.Signals | null = null) => {
      if (isOver) return;
      isOver = true;
      for (const cancel of cancels) cancel();
      signal?.removeEventListener('abort', interrupt);
      testRun?.halt();
      if (output !== undefined) closeSync(output);
      tell({ code, signal: by, stderrTail });
    };
    let isInterrupted = false;
    const interrupt = () => {
      if (isInterrupted || isOver) return;
      isInterrupted = true;
      cancels.push(clock.after(graceMs, () => end(105)));
      // Before its script runs, k6 has no handler, and the signal ends it.
      if (testRun === undefined) end(null, 'SIGINT');
      else testRun.interrupt();
    };
    const print = (line: string) => {
      if (!isOver && output !== undefined) writeSync(output, `${line}\n`);
    };

    const run = async (): Promise<number> => {
      await clock.sleep(STARTS_IN);
      if (isOver) return 0;
      const parsed = parseArguments(args);
      if (parsed.consoleOutput !== null) output = openSync(resolve(cwd, parsed.consoleOutput), 'a', 0o600);
      const secrets = readSecrets(parsed, options);
      const script = loadScript(resolve(cwd, parsed.script));
      testRun = createTestRun({ clock, connect, args: parsed, script, secrets, metrics: metrics(), print, log });
      return testRun.run();
    };

    signal?.addEventListener('abort', interrupt, { once: true });
    run().then(end, (error) => {
      log(error instanceof Error ? error.message : String(error));
      end(255);
    });
    if (signal?.aborted === true) interrupt();
    return { ended, kill: () => end(null, 'SIGKILL') };
  };

  const find: K6Launcher['find'] = async () => ({ path: 'k6', version: 'v2.2.0', source: 'path', notes: [] });

  return { find, start };
}

/** A machine that has neither k6 nor Go. */
export const missingK6: K6Launcher = {
  find: async () => {
    throw new K6NotFoundError(['No k6 on PATH', 'No Go on PATH to build k6 with. Install it from https://go.dev/dl/']);
  },
  start: () => {
    throw new TypeError('there is no k6 to start');
  },
};

/** From the inherited descriptor 3, or from a file; each line is `name=value`. */
function readSecrets({ secrets }: K6Arguments, { cwd, descriptor }: ChildOptions): Map<string, string> {
  if (secrets === null) return new Map();
  const text =
    secrets === '/dev/fd/3' && descriptor !== undefined
      ? readFileSync(`/dev/fd/${descriptor}`, 'utf8')
      : readFileSync(resolve(cwd, secrets), 'utf8');
  const lines = text.split('\n').filter((line) => line.includes('='));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
