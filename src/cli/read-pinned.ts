import { readFileSync } from 'node:fs';
import { ObservationsError, type ObservationsFile, readObservations } from '../result/observations.ts';
import { codeOf } from './error-code.ts';
import { UsageError } from './problems.ts';

/** The file of pinned observations. What is wrong with it is a usage error that names the option and the file. */
export function readPinned(file: string, option: string): ObservationsFile {
  try {
    return readObservations(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof ObservationsError) throw new UsageError([`${option}: ${file} ${error.message}`]);
    const code = codeOf(error);
    throw new UsageError([`${option}: cannot read ${file} (${code})`]);
  }
}
