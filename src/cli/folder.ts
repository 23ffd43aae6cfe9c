import { closeSync, existsSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type JournalRecord, journalLine } from '../exchange/index.ts';
import type { Result } from '../result/result.ts';
import { UsageError } from './problems.ts';

/** The files of a run's folder, by name: a contract. */
export const FILES = { journal: 'exchanges.ndjson', results: 'results.json', residue: 'residue.json' } as const;

export interface RunFolder {
  readonly path: string;
  readonly record: (record: JournalRecord) => void;
  readonly finish: (result: Result) => void;
}

/** Makes the folder (0700) and opens its journal (0600) before anything is sent. A folder that holds a run already is left alone. */
export function openRunFolder(path: string): RunFolder {
  const journal = join(path, FILES.journal);
  let file: number;
  try {
    if (existsSync(journal)) throw new UsageError([`--out: ${path} holds a run already; choose another folder`]);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    file = openSync(journal, 'wx', 0o600);
  } catch (error) {
    if (error instanceof UsageError) throw error;
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
  writeFileSync(join(path, FILES.results), resultText(result), { mode: 0o600 });
  writeFileSync(
    join(path, FILES.residue),
    `${JSON.stringify({ schemaVersion: 1, run: result.run.id, animals: result.residue }, null, 2)}\n`,
    { mode: 0o600 },
  );
}

export function resultText(result: Result): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}
