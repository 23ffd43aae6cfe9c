import { readdirSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { type ReadConfig, readConfig } from '../../config/read.ts';
import { codeOf } from '../../io/error-code.ts';
import { UsageError } from '../../run/errors.ts';

const NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** Finds and reads the configuration: `--config FILE` (`typed`), else the one in the folder. Undefined if there is none. Throws a UsageError with every problem. */
export function loadConfig(folder: string, typed?: string): (ReadConfig & { readonly file: string }) | undefined {
  const file = typed === undefined ? findConfig(folder) : slashes(typed);
  if (file === undefined) return undefined;
  if (file === '') throw new UsageError(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
  const read = readConfig(textOf(file, folder), file);
  if ('problems' in read) throw new UsageError(read.problems);
  return { ...read, file };
}

function findConfig(folder: string): string | undefined {
  const [first, second] = NAMES.filter((name) => namesIn(folder).includes(name));
  if (second !== undefined)
    throw new UsageError([`${first} and ${second} both exist: remove one, or select one with --config FILE`]);
  return first;
}

/** Does not follow links: a broken link must be an error, not a missing configuration. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new UsageError([`cannot search ${folder} for ${NAMES[0]} (${codeOf(error)}); use --config FILE`]);
  }
}

function textOf(file: string, folder: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(resolve(folder, file));
  } catch (error) {
    const code = codeOf(error);
    throw new UsageError([`${file}: cannot be read (${code})${WHY[code] ?? ''}`]);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError([`${file}: is not UTF-8: save it with this encoding`]);
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: ': the file does not exist',
  EISDIR: ': it is a folder',
  EACCES: ': no permission',
  ELOOP: ': the link is circular',
};

/** Normalises to `/`, because paths in the file are resolved as strings. */
const slashes = (path: string) => (sep === '\\' ? path.replaceAll('\\', '/') : path);
