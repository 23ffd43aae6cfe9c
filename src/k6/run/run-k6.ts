import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ApiKey } from '../../exchange/api-key.ts';
import { parseRecord } from '../../exchange/journal/journal.ts';
import { gapsOfProcess, k6RecordReader, NOTHING_SENT } from '../../exchange/journal/k6-records.ts';
import { isKind, JournalError } from '../../exchange/records/journal-record.ts';
import type { LoadConfig, LoadScript } from '../../exchange/records/load-config.ts';
import type { K6Problem, K6Record } from '../../exchange/records/load-record.ts';
import { apiKeyRedactor, type Redact } from '../../exchange/redact.ts';
import { abortReasonOf } from '../../exchange/trace.ts';
import { lineSplitter } from '../../io/files.ts';
import type { Child, ChildEnd, Clock, FoundK6, Io, Route } from '../../io/io.ts';
import { plural } from '../../text/number-text.ts';
import { ENDS } from '../../text/reasons.ts';
import { undoAtExit } from './child.ts';
import { k6Environment } from './environment.ts';
import { makePrivateFolder, removeFolder, writeKeys } from './k6-folder.ts';

export interface RunK6Options {
  readonly io: Pick<Io, 'clock' | 'k6' | 'env'>;
  readonly route?: Route | undefined;
  readonly k6: Pick<FoundK6, 'path' | 'version'>;
  /** The bundled `.js`. Never TypeScript: k6 hangs if it cannot parse it. */
  readonly script: string;
  readonly config: LoadConfig;
  /** One key for every label of the configuration. */
  readonly keys: readonly ApiKey[];
  readonly signal?: AbortSignal;
  /** Called for each record as soon as it is written, without keys. */
  readonly onRecord?: (record: K6Record) => void;
}

/** The path of a load script. Two kinds of experiments have the script `paced`. */
export const scriptPath = (name: LoadScript, { assets }: Pick<Io, 'assets'>): string =>
  join(assets, `${name === 'sustain' || name === 'daily' ? 'paced' : name}.js`);

/** Runs a load script, and returns the problems. Throws only for mistakes of the caller and for disk errors. */
export async function runK6(options: RunK6Options): Promise<K6Problem[]> {
  const { io, k6, config, keys, route, signal, onRecord } = options;
  // The working folder of k6, with its configuration and the raw journal.
  const folder = makePrivateFolder();
  const secrets = writeKeys(folder, keys);
  let child: Child | undefined;
  // Registered before k6 starts, because an error may end this process meanwhile.
  const release = undoAtExit(() => {
    child?.kill();
    secrets.drop();
    removeFolder(folder);
  });
  const redact = apiKeyRedactor(keys);
  const reader = journalReader(redact, (record) => {
    if (isKind(record, 'start')) secrets.drop();
    onRecord?.(record);
  });
  try {
    const { journal, variables } = writeFiles(folder, config, route);
    child = io.k6.start({
      path: k6.path,
      args: ['run', ...OPTIONS, `--secret-source=file=${secrets.file}`, ...variables, resolve(options.script)],
      cwd: folder,
      env: k6Environment(io.env, route),
      descriptor: secrets.descriptor,
      graceMs: GRACE_MS,
      signal,
    });
    await tailFile(journal, io.clock, child.ended, reader.take);
    const ended = await child.ended;
    const stderrTail = redact(ended.stderrTail);
    const problems = [endOf({ ...ended, stderrTail }, signal) ?? [], reader.problems()].flat();
    if (/unknown fields?/i.test(stderrTail))
      problems.push({ kind: 'options', message: 'k6 does not know an option of the load script' });
    return problems;
  } finally {
    release();
  }
}

/** Writes the files of k6 into its folder. Returns the path of the journal, and the arguments with the variables of the script. */
function writeFiles(folder: string, config: LoadConfig, route: Route | undefined) {
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600, flag: 'wx' });
    return join(folder, name);
  };
  write(NO_OPTIONS, '{}');
  const values = {
    CONFIG: write('config.json', JSON.stringify(config)),
    CLIENT_CERT: route?.cert?.path,
    CLIENT_KEY: route?.key?.path,
  };
  // `ps` shows these variables: none is secret.
  const variables = Object.entries(values).flatMap(([name, path]) =>
    path === undefined ? [] : ['-e', `${name}=${path}`],
  );
  // k6 appends to the journal.
  return { journal: write(JOURNAL, ''), variables };
}

/** Reads the journal while k6 writes it. `take` passes on its records without keys; `problems` says what is wrong with it. */
function journalReader(redact: Redact, onRecord: (record: K6Record) => void) {
  let leaks = 0;
  const clean = (raw: string): string => {
    const text = KEYLESS.test(raw) ? raw : redact(raw);
    if (text !== raw) leaks += 1;
    return text;
  };
  const { add, build } = k6RecordReader();
  const damaged: number[] = [];
  let number = 0;
  const lines = lineSplitter();
  const take = (chunk: Buffer): void => {
    for (const raw of lines.add(chunk)) {
      number += 1;
      try {
        const record = parseRecord(clean(raw), number) as K6Record;
        add(record);
        onRecord(record);
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        damaged.push(number);
      }
    }
  };
  const problems = (): K6Problem[] => {
    const rest = clean(lines.rest());
    const [recorded] = build(() => [])?.processes ?? [];
    const found = recorded === undefined ? [NOTHING_SENT] : gapsOfProcess(recorded);
    const addProblem = (kind: K6Problem['kind'], message: string) => found.push({ kind, message });
    if (damaged.length > 0) addProblem('damaged', `invalid records in line ${damaged.slice(0, 5).join(', ')}`);
    if (rest !== '') addProblem('cut', `the journal is cut off in line ${number + 1}`);
    if (leaks > 0) addProblem('leak', `${plural(leaks, 'line')} of the journal contained a key; it was redacted`);
    return found;
  };
  return { take, problems };
}

const JOURNAL = 'journal.ndjson';
const NO_OPTIONS = 'options.json';

const OPTIONS = [
  // Not --quiet: if this process dies, the next progress line ends k6 (child.ts).
  '--no-color',
  '--no-usage-report',
  // Also switches off the summary's memory.
  '--summary-mode=disabled',
  // The console file has the format of the log: bare messages.
  '--log-format=raw',
  `--console-output=${JOURNAL}`,
  // The file holds {}. Without it, k6 reads ~/.config/k6/config.json.
  `--config=${NO_OPTIONS}`,
  '--include-system-env-vars=false',
];

/** Milliseconds that k6 has to end after SIGINT. */
const GRACE_MS = 5_000;

/** A line of a capacity step, which cannot contain a key: a search for a thousand keys in each line would take long. */
const KEYLESS =
  /^\{"v":1,"kind":"sample","n":-?\d+,"key":"[a-z][a-z0-9-]*#\d+","op":"[a-z]+","due":[\d.-]+,"sent":[\d.-]+,"received":[\d.-]+,"status":\d+,"fresh":(?:true|false)(?:,"code":\d+)?\}$/;

/** The exit code of k6 if a threshold failed. */
const THRESHOLDS_FAILED = 99;

/** The problem with the end of k6, or undefined. Code 0 proves nothing: k6 also exits with it if an iteration threw. */
function endOf({ code, signal: killedBy, stderrTail }: ChildEnd, signal?: AbortSignal): K6Problem | undefined {
  if (signal?.aborted === true) return { kind: 'interrupted', message: ENDS[abortReasonOf(signal)] };
  if (code === 0) return undefined;
  if (code === THRESHOLDS_FAILED)
    return { kind: 'invalid', message: 'the experiment is invalid: not all planned requests were sent' };
  const last = stderrTail.trimEnd().split('\n').at(-1)?.trim() ?? '';
  const output = last === '' ? '' : ` (${last.slice(0, 300)})`;
  return {
    kind: 'exit',
    message: `${killedBy === null ? `k6 exited with code ${code}` : `k6 was killed by ${killedBy}`}${output}`,
  };
}

const POLL_MS = 100;

/** Reads a file until `ended` settles. Polls, because inotify misses network folders. `take` must not keep its chunk. */
async function tailFile(path: string, clock: Clock, ended: Promise<unknown>, take: (chunk: Buffer) => void) {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(1 << 18);
  const ending = new AbortController();
  ended.finally(() => ending.abort());
  try {
    for (;;) {
      const isLast = ending.signal.aborted;
      for (let length = 1; length > 0; ) {
        length = readSync(file, buffer, 0, buffer.length, null);
        take(buffer.subarray(0, length));
      }
      if (isLast) return;
      await clock.sleep(POLL_MS, ending.signal).catch(() => undefined);
    }
  } finally {
    closeSync(file);
  }
}
