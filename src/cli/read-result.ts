import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../result/result.ts';
import { codeOf } from './error-code.ts';
import { FILES } from './folder.ts';
import { UsageError } from './problems.ts';
import { resultProblem } from './result-shape.ts';
import { isFolder } from './run-path.ts';

/** The results.json of a run, by its folder or its own path. Whatever is wrong with it is a usage error that names the file. */
export function readResult(path: string): Result {
  const file = resultsAt(path);
  const value = parsed(file);
  const problem = resultProblem(value);
  if (problem !== undefined) throw new UsageError([`${file} ${problem}`]);
  return value as Result;
}

function resultsAt(path: string): string {
  if (!existsSync(path))
    throw new UsageError([`${path} does not exist; give a run's folder, e.g. reports/20261121T101500Z-3f9a2c`]);
  if (!isFolder(path)) return path;
  const file = join(path, FILES.results);
  if (existsSync(file)) return file;
  throw new UsageError([
    existsSync(join(path, FILES.journal))
      ? `${path} holds no ${FILES.results}, but a journal: storecheck judge ${path} --write makes it`
      : `${path} holds no ${FILES.results}; give the folder of one run, e.g. ${join(path, '20261121T101500Z-3f9a2c')}`,
  ]);
}

function parsed(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError([`cannot read ${file} (${codeOf(error)})`]);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([`${file} is not JSON`]);
  }
}
