import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ApiKey } from '../../exchange/api-key.ts';
import { isKind } from '../../exchange/records/journal-record.ts';
import type { LoadConfig, LoadScript, QuotaExperiment } from '../../exchange/records/load-config.ts';
import type { K6Record } from '../../exchange/records/load-record.ts';
import { apiKeyRedactor } from '../../exchange/redact.ts';
import { stopOf, UnwrittenError } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import type { Child, ChildEnd, FoundK6 } from '../../io/k6-launcher.ts';
import { lineSplitter } from '../../io/lines.ts';
import { type K6Problem, k6Problem } from '../../text/k6-problems.ts';
import { k6Environment } from '../environment.ts';
import { FILES, type K6Route, k6Arguments, longestRun } from './arguments.ts';
import { exitProblem } from './exit.ts';
import { makePrivateFolder, removeFolder } from './folder.ts';
import { journalReader, type K6Journal } from './journal.ts';
import { lastResort } from './last-resort.ts';
import { secretProblem, secretsIn } from './secrets.ts';
import { tailFile } from './tail.ts';

export interface RunK6Options<E extends QuotaExperiment = QuotaExperiment> extends K6Route {
  readonly io: Pick<Io, 'clock' | 'k6'>;
  readonly k6: Pick<FoundK6, 'path' | 'version'>;
  readonly kind: LoadScript;
  /** The bundled `.js`. Never TypeScript: k6 hangs if it cannot parse it. */
  readonly script: string;
  readonly config: LoadConfig<E>;
  /** One key for every label of the configuration. */
  readonly keys: readonly ApiKey[];
  /** Stops the run; the result has the records until then. */
  readonly signal?: AbortSignal;
  /** Called for each record as soon as it is written, without keys. */
  readonly onRecord?: (record: K6Record) => void;
}

/** Runs a load script and returns its records; problems are data. Throws only for mistakes of the caller and for disk errors. */
export async function runK6<E extends QuotaExperiment>(options: RunK6Options<E>): Promise<K6Journal> {
  const { io, k6, kind, config, keys, env, proxy = false, signal, onRecord } = options;
  const faults = config.experiments.flatMap(({ key, secondKey }) =>
    [key, secondKey].flatMap((label) => (label && secretProblem(label, keys)) ?? []),
  );
  if (faults.length > 0) throw new TypeError(faults.join('; '));
  // k6 works there, with its configuration and the raw journal.
  const folder = makePrivateFolder();
  const secrets = secretsIn(folder, keys);
  const redact = apiKeyRedactor(keys);
  const { add, end } = journalReader();
  const lines = lineSplitter();
  let leaks = 0;
  let child: Child | undefined;
  // Before k6 starts: a signal that arrives while it starts is handled only with a listener.
  const release = lastResort(() => {
    child?.kill();
    secrets.drop();
    removeFolder(folder);
  });

  const take = (chunk: Buffer): void => {
    for (const raw of lines.add(chunk)) {
      const line = PLAIN.test(raw) ? raw : redact(raw);
      if (line !== raw) leaks += 1;
      const record = add(line);
      if (record !== null && isKind(record, 'start')) secrets.drop();
      if (record !== null) onRecord?.(record);
    }
  };

  try {
    const configFile = join(folder, FILES.config);
    writeFileSync(configFile, JSON.stringify(config), { mode: 0o600, flag: 'wx' });
    writeFileSync(join(folder, FILES.options), '{}', { mode: 0o600, flag: 'wx' });
    const args = k6Arguments(resolve(options.script), configFile, secrets.file, options);
    child = io.k6.start({
      path: k6.path,
      args,
      cwd: folder,
      env: k6Environment(env, proxy),
      descriptor: secrets.descriptor,
      timeoutMs: longestRun(kind, config),
      graceMs: GRACE_MS,
      signal,
    });
    try {
      await tailFile(join(folder, FILES.journal), io.clock, child.ended, take);
    } catch (error) {
      child.kill();
      throw error;
    }
    const ended = await child.ended;
    const rest = redact(lines.rest());
    if (rest !== lines.rest()) leaks += 1;
    const journal = end(rest);
    const stderrTail = redact(ended.stderrTail);
    return { ...journal, problems: [...problemsOf({ ...ended, stderrTail }, leaks, signal), ...journal.problems] };
  } finally {
    release();
    secrets.drop();
    removeFolder(folder);
  }
}

/** Milliseconds that k6 has to end after SIGINT. */
const GRACE_MS = 5_000;

function problemsOf(
  { code, signal: killedBy, stderrTail, timedOut }: ChildEnd,
  leaks: number,
  signal?: AbortSignal,
): K6Problem[] {
  const ended =
    signal?.aborted === true
      ? k6Problem('interrupted', signal.reason instanceof UnwrittenError ? 'cut-off' : stopOf(signal.reason))
      : exitProblem(code, killedBy, stderrTail);
  return [
    ...(timedOut ? [k6Problem('timeout', 'k6-killed-at-timeout')] : []),
    ...(ended === undefined ? [] : [ended]),
    ...(leaks > 0 ? [k6Problem('leak', 'key-in-journal', { lines: leaks })] : []),
    ...(/unknown fields?/i.test(stderrTail) ? [k6Problem('options', 'option-unknown-to-k6')] : []),
  ];
}

/** A line with only numbers and our own words, as a capacity step writes for every request: it need not be searched for keys, which takes long with a thousand keys. */
const PLAIN =
  /^\{"v":1,"kind":"sample","n":-?\d+,"key":"[a-z][a-z0-9-]*#\d+","op":"[a-z]+","due":[\d.-]+,"sent":[\d.-]+,"received":[\d.-]+,"status":\d+,"fresh":(?:true|false)(?:,"code":\d+)?\}$/;
