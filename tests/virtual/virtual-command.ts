import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { COMMANDS, runCli } from '../../src/cli/run-cli.ts';
import type { Io, Output } from '../../src/io/io.ts';
import { ASSETS } from '../support/built.ts';
import { temporaryFolder } from '../support/files.ts';
import { type Ended, endedWith, runs } from '../support/runs.ts';
import { virtualK6 } from './k6/virtual-k6.ts';
import { world } from './world.ts';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Columns of the terminal that stdin, stdout and stderr are; absent: pipes. */
  readonly terminal?: number | undefined;
  readonly k6?: Io['k6'];
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** Ctrl-C. */
  readonly interrupt: () => void;
  /** What was written so far. */
  readonly stdout: () => string;
}

/** Commands load their code when they are called; a dynamic import takes real time, so it is done before. */
await Promise.all(Object.values(COMMANDS).map((load) => load()));

/** Starts a command in this process: in the test's world, with an environment, a folder and a state of its own. */
export function start(words: readonly string[], options: RunOptions = {}): Running {
  const { clock } = world();
  const begun = clock.now();
  const home = temporaryFolder();
  const handlers = new Set<() => void>();
  const stdin = Object.assign(new PassThrough(), { isTTY: options.terminal !== undefined });
  const [stdout, stderr] = [captured(options.terminal), captured(options.terminal)];
  let exit: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  const io: Io = {
    stdin,
    stdout: stdout.output,
    stderr: stderr.output,
    env: { HOME: home, XDG_STATE_HOME: join(home, 'state'), PATH: '', ...options.env },
    cwd: options.cwd ?? temporaryFolder(),
    script: '/usr/local/bin/storecheck',
    assets: ASSETS,
    clock,
    random: world().random,
    network: world().network,
    k6: options.k6 ?? virtualK6(world()),
    processorTime: () => ({ all: 0, idle: 0 }),
    onInterrupt: (action) => {
      handlers.add(action);
      return () => handlers.delete(action);
    },
    exit,
  };
  const outcome = (code: number | null) => endedWith(code, stdout.text(), stderr.text(), clock.now() - begun);
  const code = clock.run(Promise.race([runCli(words, io), exited]), words.join(' '));
  const ended = code.then(outcome, (error: unknown) => {
    stderr.output.write(String(error));
    return outcome(null);
  });
  return {
    ended,
    interrupt: () => {
      for (const handler of [...handlers]) handler();
    },
    stdout: stdout.text,
  };
}

/** A command to its end. */
export function run(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(words, options).ended;
}

export const { startCheck, check, startLimits, runLimits } = runs(start);

function captured(columns: number | undefined) {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const output: Output = Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns });
  return { output, text: () => chunks.join('') };
}
