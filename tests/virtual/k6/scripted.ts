import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildEnd, ChildOptions, K6Launcher } from '../../../src/io/io.ts';

/** What a scripted k6 can do. Records: tests/judge/load-records.ts. */
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

function stageOf({ args, cwd, signal }: ChildOptions) {
  const option = '--console-output=';
  const file = join(cwd, args.find((arg) => arg.startsWith(option))?.slice(option.length) ?? '');
  const raw = (text: string) => appendFileSync(file, text);
  return {
    /** Appends text to the journal. */
    raw,
    journal: (...records: readonly object[]) => {
      for (const record of records) raw(`${JSON.stringify(record)}\n`);
    },
    /** Resolves when k6 is sent SIGINT. */
    interrupted: new Promise<void>((resolve) => {
      if (signal?.aborted === true) resolve();
      signal?.addEventListener('abort', () => resolve(), { once: true });
    }),
  };
}
