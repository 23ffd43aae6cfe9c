import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { LONGEST_TEXT, problemText, type ReadConfig, readConfig } from '../../config/index.ts';
import { codeOf } from '../../io/error-code.ts';

export const CONFIG_NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** A configuration and its path, which messages and relative paths in it need. */
export interface LoadedConfig extends ReadConfig {
  readonly file: string;
}

/** `none`: there is no configuration, which is legal. Problems are complete sentences for a UsageError. */
export type ConfigFile = LoadedConfig | 'none' | { readonly problems: readonly string[] };

/** Finds and reads the configuration: `--config FILE` (`typed`), else the one in the folder. */
export function loadConfig(folder: string, typed?: string): ConfigFile {
  const found = findConfig(folder, typed);
  if (found === undefined) return 'none';
  if (typeof found !== 'string') return found;
  const text = textOf(resolve(folder, found));
  if (typeof text !== 'string') return { problems: [`${found}: ${text.problem}`] };
  const read = readConfig(text, found);
  return 'problems' in read ? { problems: read.problems.map(problemText) } : { ...read, file: found };
}

/** The path of the configuration, or undefined if there is none. */
export function findConfig(
  folder: string,
  typed?: string,
): string | undefined | { readonly problems: readonly string[] } {
  if (typed !== undefined)
    return typed === ''
      ? { problems: ['--config is empty: name a file, e.g. --config ci/storecheck.yaml'] }
      : slashes(typed);
  let names: readonly string[];
  try {
    // Reads names without following links: a broken link must be an error, not a missing configuration.
    names = readdirSync(folder);
  } catch (error) {
    return {
      problems: [`cannot search ${folder} for ${CONFIG_NAMES[0]} (${codeOf(error)}); use --config FILE`],
    };
  }
  const [first, second] = CONFIG_NAMES.filter((name) => names.includes(name));
  if (first === undefined) return undefined;
  if (second !== undefined)
    return {
      problems: [`${first} and ${second} both exist: remove one, or select one with --config FILE`],
    };
  return first;
}

/** Reads up to the maximum size of a configuration. A pipe or a device has no known size. */
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
    const code = codeOf(error);
    return { problem: `cannot be read (${code})${WHY[code] ?? ''}` };
  }
  if (size > most) return { problem: `is larger than ${most} bytes, the maximum for a configuration` };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    return { problem: 'is not UTF-8: save it with this encoding' };
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
