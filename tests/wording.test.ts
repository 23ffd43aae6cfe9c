import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Words and phrases that readers took for a translation, with the term that this project uses. */
const BANNED = readFileSync(join(import.meta.dirname, 'banned-words.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [, pattern = '', flags, instead = ''] = /^\/(.+)\/(i?) → (.+)$/.exec(line) ?? [];
    expect(instead, line).not.toBe('');
    return { pattern: new RegExp(pattern, flags), instead };
  });

function filesIn(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return /\.(tsx?|md)$/.test(path) ? [path] : [];
  return readdirSync(join(ROOT, path)).flatMap((name) => filesIn(join(path, name)));
}

/** `file:line: word → term` for each banned word of a file. */
function bannedIn(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      BANNED.flatMap(({ pattern, instead }) => {
        const found = pattern.exec(line)?.[0];
        return found === undefined ? [] : [`${file}:${index + 1}: ${found} → ${instead}`];
      }),
    );
}

it.each(['src', 'suites', 'load', 'docs', 'README.md', 'CONTRIBUTING.md'])(
  'plain English: %s has no banned word',
  (path) => {
    expect(filesIn(path).flatMap(bannedIn)).toEqual([]);
  },
);
