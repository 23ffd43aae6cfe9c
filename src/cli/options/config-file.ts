import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { LONGEST_TEXT, problemText, type ReadConfig, readConfig } from '../../config/index.ts';
import { codeOf } from '../files/error-code.ts';

export const CONFIG_NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** A configuration with the path it was read from, in messages and to resolve the paths in it. */
export interface LoadedConfig extends ReadConfig {
  readonly file: string;
}

/** `none`: nothing was given and nothing lies there, which is fine. Problems are complete sentences for a UsageError. */
export type ConfigFile = LoadedConfig | 'none' | { readonly problems: readonly string[] };

/** Finds and reads the configuration: `--config FILE` (`given`), else the one that lies in the folder. */
export function loadConfig(folder: string, given?: string): ConfigFile {
  const found = findConfig(folder, given);
  if (found === undefined) return 'none';
  if (typeof found !== 'string') return found;
  const text = textOf(resolve(folder, found));
  if (typeof text !== 'string') return { problems: [`${found}: ${text.problem}`] };
  const read = readConfig(text, found);
  return 'problems' in read ? { problems: read.problems.map(problemText) } : { ...read, file: found };
}

/** The file's path; undefined where none was given and none lies in the folder. */
export function findConfig(
  folder: string,
  given?: string,
): string | undefined | { readonly problems: readonly string[] } {
  if (given !== undefined)
    return given === ''
      ? { problems: ['--config: no file is named, e.g. --config ci/storecheck.yaml'] }
      : slashes(given);
  let names: readonly string[];
  try {
    // Names, not what they lead to: a link to nothing is a configuration that somebody relies on.
    names = readdirSync(folder);
  } catch (error) {
    return {
      problems: [
        `cannot look for ${CONFIG_NAMES[0]} in ${folder} (${codeOf(error, 'unknown')}); name it with --config FILE`,
      ],
    };
  }
  const [first, second] = CONFIG_NAMES.filter((name) => names.includes(name));
  if (first === undefined) return undefined;
  if (second !== undefined)
    return {
      problems: [`${first} and ${second} lie side by side; remove one of them, or name one with --config FILE`],
    };
  return slashes(join(folder, first));
}

/** Reads at most what a configuration may hold, whatever the file is: a pipe or a device tells no size. */
function textOf(file: string): string | { readonly problem: string } {
  // A character is at most four bytes.
  const most = 4 * LONGEST_TEXT;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      while (size <= most) {
        const chunk = Buffer.alloc(65_536);
        const count = readSync(descriptor, chunk);
        if (count === 0) break;
        chunks.push(chunk.subarray(0, count));
        size += count;
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = codeOf(error, 'unknown');
    return { problem: `cannot be read (${code})${WHY[code] ?? ''}` };
  }
  if (size > most) return { problem: `is larger than ${most} bytes; a configuration is smaller` };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return { problem: 'is not UTF-8; save it in that encoding' };
  }
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: ': there is no such file',
  EISDIR: ': it is a folder',
  EACCES: ': no permission',
  ELOOP: ': a link that leads to itself',
};

/** Paths in the file are resolved by arithmetic on `/`. */
const slashes = (path: string) => (sep === '\\' ? path.replaceAll('\\', '/') : path);
