import { chmodSync, closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type JournalRecord, journalLine } from '../exchange/index.ts';
import { json } from '../reporters/json.ts';
import type { Result } from '../result/result.ts';
import { UsageError } from './problems.ts';
import { whyNotCreatable } from './writable.ts';

/** The files of a run's folder, by name: a contract. */
export const FILES = {
  journal: 'exchanges.ndjson',
  results: 'results.json',
  residue: 'residue.json',
  html: 'report.html',
  css: 'report.css',
  junit: 'junit.xml',
  markdown: 'summary.md',
  ctrf: 'ctrf.json',
  har: 'exchanges.har',
  badge: 'badge.svg',
} as const;

export interface RunFolder {
  readonly path: string;
  readonly record: (record: JournalRecord) => void;
  readonly finish: (result: Result) => void;
}

/** Why a run cannot be written to this folder, or undefined: asked before anything is sent. A folder that holds a run already is left alone. */
export function folderProblem(path: string): string | undefined {
  if (existsSync(join(path, FILES.journal))) return `${path} holds a run already; choose another folder`;
  const why = whyNotCreatable(path);
  return why === undefined ? undefined : `cannot write to ${path} (${why})`;
}

/** Makes the folder (0700; one that was there is left as it is) and opens its journal (0600) before anything is sent. */
export function openRunFolder(path: string): RunFolder {
  let file: number;
  try {
    const made = mkdirSync(path, { recursive: true, mode: 0o700 });
    if (made !== undefined) chmodSync(path, 0o700);
    file = openSync(join(path, FILES.journal), 'wx', 0o600);
  } catch (error) {
    throw new UsageError([
      `--out: cannot write to ${path} (${error instanceof Error ? error.message : String(error)})`,
    ]);
  }
  return {
    path,
    record: (record) => writeSync(file, journalLine(record)),
    finish: (result) => {
      closeSync(file);
      writeResult(path, result);
    },
  };
}

export function writeResult(path: string, result: Result): void {
  writeFileSync(join(path, FILES.results), json(result), { mode: 0o600 });
  writeFileSync(
    join(path, FILES.residue),
    `${JSON.stringify({ schemaVersion: 1, run: result.run.id, animals: result.residue }, null, 2)}\n`,
    { mode: 0o600 },
  );
}
