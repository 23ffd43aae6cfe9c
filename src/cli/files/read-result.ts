import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { validateResult } from '../../result/result.generated.js';
import type { Result } from '../../result/result.ts';
import { UsageError } from '../console/problems.ts';
import { existingFileAt, FILES } from './folder.ts';
import { reading } from './writable.ts';

/** Reads the results.json of a run, by its folder or its path. Throws a UsageError that names the file. */
export function readResult(path: string, io: Pick<Io, 'cwd'>): Result {
  const file = existingFileAt(path, FILES.results, io);
  const value = parsed(file, io);
  const problem = resultProblem(value);
  if (problem !== undefined) throw new UsageError([`${file} ${problem}`]);
  return value as Result;
}

function parsed(file: string, { cwd }: Pick<Io, 'cwd'>): unknown {
  const text = reading(file, () => readFileSync(resolve(cwd, file), 'utf8'));
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([`${file} is not JSON`]);
  }
}

/** Why a value is not a result that this version can read, or undefined. */
export function resultProblem(value: unknown): string | undefined {
  const version = isObject(value) ? value['schemaVersion'] : undefined;
  if (typeof version === 'number' && version > 1)
    return `has schemaVersion ${version}; this storecheck reads version 1: update it`;
  if (version !== 1) return 'is not the result of a run: it has no schemaVersion';
  if (validateResult(value)) return undefined;
  const [error] = validateResult.errors ?? [];
  const { missingProperty } = error?.params ?? {};
  const steps = [
    ...(error?.instancePath.split('/').slice(1) ?? []),
    ...(missingProperty === undefined ? [] : [missingProperty]),
  ];
  const path = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return `is not the result of a run: ${path.replace(/^\./, '')} is missing or malformed`;
}
