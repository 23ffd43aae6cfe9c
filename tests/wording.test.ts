import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Words and phrases that readers took for a translation, with the term that this project uses. Matched in any letter case. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bthe document\b/i, 'the specification'],
  [/\bbreach(es)?\b/i, 'violation'],
  [/\bthe bill\b|\bbill of\b/i, 'cost estimate'],
  [/\bmend(s|ed|ing)?\b/i, 'fix'],
  [/\bsecond look\b|\blook(ed)? at (again|a second time)\b/i, 'confirmation attempt'],
  [/\bsomebody else\b|\ba stranger\b/i, 'another client'],
  [/\bsurroundings\b/i, 'environment'],
  [/\bset[- ]aside\b|\bsetAside/i, 'dedicated'],
  [/\bpush(es|ed|ing)? (a|the|every|each|its|this|these|all) [\w' ]{0,20}limits?\b/i, 'exhaust a limit'],
  [/\bheld against\b/i, 'compared with'],
  [/\bword (for|by) word\b/i, 'identical'],
  [/\bwhoever\b/i, 'if'],
  [/\bis no (key|id|name|list|number|record|JSON|run|journal|file)\b/i, 'is not a …'],
  [/\btell[A-Z]\w*/, 'add…, check…'],
  [/\blooks wrong\b/i, 'say what is wrong'],
  [/\b(used up(?! to)|uses? up(?! to)|using up)\b/i, 'exhausted'],
  [/\b(left|leaves?) out\b|\bnot asked for\b|\bfor want of\b/i, 'skipped (with the reason)'],
  [/\bforeign\b/i, 'of another client'],
  [/\bbesides\b/i, 'also'],
  [/\bonce more\b/i, 'again'],
  [/\bthe whole (store|run|file|job|load)\b/i, 'complete'],
];

function filesIn(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory())
    return /\.(tsx?|md)$/.test(path) && !path.includes('.generated.') ? [path] : [];
  return readdirSync(join(ROOT, path)).flatMap((name) => filesIn(join(path, name)));
}

/** `file:line: word → term` for each banned word of a file. */
function bannedIn(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      BANNED.flatMap(([pattern, instead]) => {
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
