import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { filesIn, linesOf, ROOT, read } from './support/files.ts';

/** What a command gets as its `Io` (src/io/io.ts), so that tests run it in virtual time. confined.txt says which files use it, and why. */
const CONFINED: Readonly<Record<string, RegExp>> = {
  'clocks and timers':
    /(?<![.\w])Date(?:\.now\b|\(\s*\))|\bperformance\.|\bhrtime\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|'(?:node:)?(?:timers|perf_hooks|worker_threads)\b/,
  'random numbers': /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)\b|\bgetRandomValues\b/,
  'the process and its machine': /\bprocess\.\w|'(?:node:)?(?:process|os|child_process|cluster)'/,
  'the values of keys': /\brevealKey\(/,
  'searches in sentences, which are not data as codes and values are':
    /\b(?:message|reason|expected|actual|fix)\??\s*\.(?:match|search|includes|indexOf|split|startsWith|endsWith)|\.(?:test|exec|includes)\((?:\w+\??\.)*(?:message|reason|expected|actual|fix)\)/,
  'HTML that preact does not escape': /\b(?:dangerouslySetI|i)nnerHTML\b/,
  'the console': /\bconsole\.(?:log|error|warn|info|debug|table|trace)\b/,
};

const placeOf = (folder: string) => (['suites', 'load'].includes(folder) ? folder : `src/${folder}`);

/** Lines `FOLDER imports [FOLDERS]: REASON` (in src, but for suites and load). Type-only imports count too. */
const WALLS = linesOf('tests/import-walls.txt');
/** `# WHAT`, then lines `FILE: REASON`. */
const REASONS = read('tests/confined.txt').split(/^# /m).slice(1);

const FILES = ['src', 'suites', 'load'].flatMap((folder) => filesIn(folder));

/** The names of packages, and the paths of files, that a file imports. `values`: not those for their types alone. */
const importsOf = (file: string, { values = false } = {}): string[] =>
  [...read(file).matchAll(/^\s*(?:import|export)\b( type\b)?[^;'"]*?from\s+'([^']+)'|^import '([^']+)'/gms)]
    .filter(([, type]) => !values || type === undefined)
    .map(([, , from, alone]) => from ?? alone ?? '')
    .map((name) => (name.startsWith('.') ? join(dirname(file), name) : name));
const IMPORTS = new Map(FILES.map((file) => [file, importsOf(file)]));

it('every folder but that of the commands has an import wall', () => {
  const folders = FILES.flatMap((file) => /^(?:src\/)?(\w+)\//.exec(file)?.[1] ?? []);
  expect(new Set([...WALLS.map((line) => line.split(' ')[0]), 'cli'])).toEqual(new Set(folders));
});

it.each(WALLS)('import wall: %s', (line) => {
  const [, folder = '', may = ''] = /^([\w/]+) imports \[([\w/ ]*)\]: ./.exec(line) ?? [];
  const allowed = ['generated/', ...[folder, ...may.split(' ')].map((name) => `${placeOf(name)}/`)];
  const files = FILES.filter((file) => file.startsWith(`${placeOf(folder)}/`));
  expect(files.length).toBeGreaterThan(0);
  const isForbidden = (name: string) => /\.\w+$/.test(name) && !allowed.some((place) => name.startsWith(place));
  const namesIn = (file: string) => importsOf(file).filter(isForbidden);
  expect(files.flatMap((file) => namesIn(file).map((name) => [file, name]))).toEqual([]);
  // A permission that nobody uses is deleted.
  const names = files.flatMap((file) => IMPORTS.get(file) ?? []);
  const isUsed = (name: string) => names.some((path) => path.startsWith(`${placeOf(name)}/`));
  expect(may.split(' ').filter((name) => name !== '' && !isUsed(name))).toEqual([]);
});

it('no two files have one name, but for a k6 script and its command', () => {
  const names = FILES.filter((file) => !/^load\/\w+\.ts$/.test(file)).map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('undici is imported by the client alone', () => {
  const users = FILES.filter((file) => IMPORTS.get(file)?.includes('undici'));
  expect([...new Set(users.map((file) => file.split('/', 2).join('/')))]).toEqual(['src/client']);
});

it('each part of the list of confined files is read', () => {
  const titles = REASONS.map((section) => section.split('\n')[0]);
  expect(Object.keys(CONFINED).filter((what) => titles.includes(what))).toEqual(titles);
});

it.each(Object.entries(CONFINED))('only files with a reason use %s', (what, pattern) => {
  const codeOf = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
  // What runs in the reader's browser is not in the process of a command.
  const users = FILES.filter((file) => !file.startsWith('src/report/html/assets/') && pattern.test(codeOf(file)));
  const listed = REASONS.find((section) => section.startsWith(`${what}\n`)) ?? '';
  expect(users.toSorted()).toEqual((listed.match(/^\S+(?=: \S)/gm) ?? []).toSorted());
});

it('definitions of file formats are imported for their types alone: TypeBox is in no bundle', () => {
  const definitions = FILES.filter((file) => IMPORTS.get(file)?.includes('typebox'));
  expect(definitions.length).toBeGreaterThan(0);
  const others = FILES.filter((file) => !definitions.includes(file));
  const users = others.filter((file) => importsOf(file, { values: true }).some((name) => definitions.includes(name)));
  expect(users).toEqual([]);
});

it('there is no import circle, type-only imports included', () => {
  let left = FILES;
  // A file that imports nothing that is left is in no circle.
  for (let before = 0; before !== left.length; ) {
    before = left.length;
    const present = new Set(left);
    left = left.filter((file) => IMPORTS.get(file)?.some((name) => present.has(name)));
  }
  expect(left).toEqual([]);
});

it('a file of the judge is understood with at most 4,000 lines, those of all it imports included', () => {
  const closureOf = (file: string) => {
    const known = new Set([file]);
    for (const one of known) for (const name of IMPORTS.get(one) ?? []) if (IMPORTS.has(name)) known.add(name);
    return [...known].reduce((sum, one) => sum + read(one).split('\n').length - 1, 0);
  };
  expect(filesIn('src/judge').filter((file) => closureOf(file) > 4_000)).toEqual([]);
});

it('no source file is longer than 400 lines, and no folder below src has more than 20 entries', () => {
  expect(FILES.filter((file) => read(file).split('\n').length > 401)).toEqual([]);
  const folders = [...new Set(FILES.map((file) => dirname(file)))];
  expect(folders.filter((folder) => readdirSync(join(ROOT, folder)).length > 20)).toEqual([]);
});

/** The texts of the comments of a file, each as one line. */
const commentsIn = (file: string) =>
  (read(file).match(/\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/.*\n?[ \t]*)+/gm) ?? []).map((text) =>
    text.replace(/\n\s*(?:\*|\/\/)?/g, ' '),
  );

it('no line of a comment is longer than 140 characters', () => {
  const isComment = (line: string) => /^\s*(?:\/?\*|\/\/)|\s\/\/ /.test(line);
  const placesIn = (file: string) =>
    linesOf(file).flatMap((line, index) => (line.length > 140 && isComment(line) ? `${file}:${index + 1}` : []));
  const all = ['src', 'suites', 'load', 'tests', 'bench'].flatMap((folder) => filesIn(folder, /\.(?:tsx?|[cm]?js)$/));
  expect([...all, 'build.mjs'].flatMap(placesIn)).toEqual([]);
});

it('a name in parentheses in a comment is a row of tests/faults, a journal of tests/corpus/cases.json, a recorded case, or in a test', () => {
  const places = ['src/reference/faults.ts', 'tests/corpus/cases.json', ...filesIn('tests/faults')];
  const known = [...places, ...filesIn('tests', /\.test\.ts$/)].map(read).join('\n');
  const namesIn = (comment: string) =>
    [...comment.matchAll(/\(([^()]*)\)/g)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/(?<![\w./#@:-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w./(:-])/g)].map(([name]) => name),
    );
  const cited = FILES.flatMap((file) => commentsIn(file).flatMap((text) => namesIn(text).map((name) => [file, name])));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(([, name]) => !known.includes(`'${name}'`) && !known.includes(`"${name}"`))).toEqual([]);
  const recorded = ['lines', 'laws', 'rate'].map((name) => read(`tests/judge/recorded/golden/${name}.txt`)).join('\n');
  const comments = FILES.flatMap(commentsIn).join(' ').replace(/\s+/g, ' ');
  const titles = comments.match(/(?<=\(\w+\.txt: )[^()]*/g)?.flatMap((text) => text.split('; ')) ?? [];
  expect(titles.length).toBeGreaterThan(8);
  expect(titles.filter((title) => !recorded.includes(title))).toEqual([]);
});

/** Lines `/PATTERN/ → TERM`: words that readers took for a translation, with the term that this project uses. */
const BANNED = linesOf('tests/banned-words.txt').map((line) => {
  const [, pattern = '', flags, instead = ''] = /^\/(.+)\/(i?) → (.+)$/.exec(line) ?? [];
  expect(instead, line).not.toBe('');
  return { pattern: new RegExp(pattern, flags), instead };
});

it('plain English: sources, tests and docs have no banned word', () => {
  const pages = [...filesIn('docs', /\.md$/), 'README.md', 'CONTRIBUTING.md'];
  const lines = [...FILES, ...filesIn('tests'), ...filesIn('bench'), ...pages].flatMap((file) =>
    linesOf(file).map((line, index) => ({ file: `${file}:${index + 1}`, line })),
  );
  const found = BANNED.flatMap(({ pattern, instead }) =>
    lines
      .filter(({ line }) => pattern.test(line))
      .map(({ file, line }) => `${file}: ${line.trim()} (write ${instead})`),
  );
  expect(found).toEqual([]);
});
