import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Functions that search a text. */
const SEARCH = /\.(?:match|matchAll|test|exec|includes|startsWith|endsWith|indexOf|search|replace|replaceAll|split)\(/;
/** A sentence of a finding, a reason, a note or a mistake. */
const SENTENCE =
  /\b(?:finding|verdict|row|first|one|note|outcome|problem|mistake|setUp)s?\??\.(?:message|reason|expected|actual|fix)\b/;

const FOLDERS = [
  'src/rules',
  'src/capacity',
  'src/client',
  'src/k6',
  'src/limiter',
  'src/judge',
  'src/result',
  'src/reporters',
  'src/explore',
  'src/run',
  'suites',
];

it('no source searches a sentence: codes and values are data, sentences are not', () => {
  const searching = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => SENTENCE.test(line) && SEARCH.test(line)),
  );
  expect(searching).toEqual([]);
});
