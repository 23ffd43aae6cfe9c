import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadConfig } from '../../../src/exchange/records/load-config.ts';
import type { ChildEnd, ChildOptions, K6Launcher } from '../../../src/io/io.ts';

/** What a scripted k6 can do: records of the experiment on one key of the plan Free. */
export type K6Stage = ReturnType<typeof stageOf>;

/** How it ends, where that differs from exit code 0. */
// biome-ignore lint/suspicious/noConfusingVoidType: most scripts return nothing.
type Ending = Partial<ChildEnd> | void;

/** A k6 that does what `act` says, and ends as `act` returns: by default with exit code 0. */
export function scriptedK6(act: (stage: K6Stage) => Ending | Promise<Ending>): K6Launcher {
  return {
    find: async () => ({ path: '/scripted/k6', version: 'v2.2.0', source: 'option', notes: [] }),
    start: (options) => {
      const end = (ended: Ending): ChildEnd => ({
        code: ended?.signal === undefined || ended.signal === null ? 0 : null,
        signal: null,
        stderrTail: '',
        ...ended,
      });
      const ended = Promise.resolve(stageOf(options)).then(act).then(end);
      return { ended, kill: () => undefined };
    },
  };
}

function stageOf(options: ChildOptions) {
  const argument = (name: string) => options.args.find((arg) => arg.startsWith(name))?.slice(name.length) ?? '';
  const file = join(options.cwd, argument('--console-output='));
  const config: LoadConfig = JSON.parse(readFileSync(argument('CONFIG='), 'utf8'));
  const { run } = config;
  const raw = (text: string) => appendFileSync(file, text);
  const { signal } = options;
  return {
    /** Appends text to the journal. */
    raw,
    journal: (...records: readonly object[]) => {
      for (const record of records) raw(`${JSON.stringify(record)}\n`);
    },
    start: { v: 1, kind: 'start', at: 1_000, script: 'quota', config },
    exchange: (seq: number, body: string | null = null) => ({
      ...{ v: 1, run, seq, recorder: 'k6', instance: 'free_1.1', probe: 'limit.burst', key: 'free#1' },
      ...{ operation: 'listPets', phase: 'burst' },
      sent: { at: 1_000, method: 'GET', path: '/pets', headers: [], body: null },
      received: { at: 1_001, status: 200, headers: [], body },
    }),
    /** The closing record of an experiment with this many requests. */
    closing: (sent: number) => ({
      ...{ v: 1, kind: 'experiment', run, key: 'free#1', plan: 'free', perWindow: 60, windowSeconds: 60 },
      ...{ instance: 'free_1.1', role: 'whole', startedAt: 1_000, at: 2_000, planned: sent, sent, phases: {} },
      ...{ refused: 0, unanswered: 0, skipped: [] },
    }),
    /** Resolves when k6 is sent SIGINT. */
    interrupted: new Promise<void>((resolve) => {
      if (signal?.aborted === true) resolve();
      signal?.addEventListener('abort', () => resolve(), { once: true });
    }),
  };
}
