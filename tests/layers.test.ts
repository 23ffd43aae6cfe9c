import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Runs in the reader's browser, not in the process of a command. */
const IN_THE_BROWSER = 'src/report/html/assets/';

/** What a command gets as its `Io` (src/io/io.ts), so that tests run it in virtual time. confined.txt has the files that use it, with reasons. */
const CONFINED: Readonly<Record<string, RegExp>> = {
  'clocks and timers':
    /(?<![.\w])Date(?:\.now\b|\(\s*\))|\bperformance\.|\bhrtime\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|'(?:node:)?(?:timers|perf_hooks|worker_threads)\b/,
  'random numbers': /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)\b|\bgetRandomValues\b/,
  'the process and its machine': /\bprocess\.\w|'(?:node:)?(?:process|os|child_process|cluster)'/,
  'the values of keys': /\brevealKey\(/,
  'searches in sentences, which are not data as codes and values are':
    /^(?=.*\.(?:match|matchAll|test|exec|includes|startsWith|endsWith|indexOf|search|replace|replaceAll|split)\().*\b(?:finding|verdict|row|first|one|note|outcome|problem|mistake|setUp)s?\??\.(?:message|reason|expected|actual|fix)\b/m,
  'HTML that preact does not escape': /\b(?:dangerouslySetI|i)nnerHTML\b/,
  'the console': /\bconsole\.(?:log|error|warn|info|debug|table|trace)\b/,
};

const ROOT = resolve(import.meta.dirname, '..');
const placeOf = (folder: string) => (['suites', 'load'].includes(folder) ? folder : `src/${folder}`);
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Lines `FOLDER imports [FOLDERS]: REASON` (in src, but for suites and load). Type-only imports count too. */
const WALLS = [...textOf('tests/import-walls.txt').matchAll(/^([\w/]+) imports \[([\w/ ]*)\]: (.+)$/gm)];
/** `# WHAT`, then lines `FILE: REASON`. */
const REASONS = textOf('tests/confined.txt').split(/^# /m).slice(1);

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

const FILES = ['src', 'suites', 'load'].flatMap(sources);

/** The names of packages, and the paths of files, that a file imports. */
function imports(file: string): string[] {
  return [...textOf(file).matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s+'([^']+)'|^import '([^']+)'/gms)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => (name.startsWith('.') ? join(dirname(file), name) : name));
}

/** Without comments. */
const codeOf = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The files of one circle in the order of their imports, or undefined. */
function circle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const found = visit(next);
      if (found !== undefined) return found;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file);
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('import walls', () => {
  it.each(WALLS.map(([...parts]) => parts))('%s', (_line, folder = '', may = '') => {
    const allowed = ['generated/', ...[folder, ...may.split(' ')].map((name) => `${placeOf(name)}/`)];
    // A folder with a row of its own is not part of the folder around it.
    const inner = WALLS.map(([, other = '']) => other).filter((other) => other.startsWith(`${folder}/`));
    const files = sources(placeOf(folder)).filter((file) =>
      inner.every((other) => !file.startsWith(`${placeOf(other)}/`)),
    );
    expect(files.length).toBeGreaterThan(0);
    const breaches = files.flatMap((file) =>
      imports(file)
        .filter((name) => /\.\w+$/.test(name) && !allowed.some((place) => name.startsWith(place)))
        .map((name) => `${file} imports ${name}`),
    );
    expect(breaches).toEqual([]);
  });

  it('undici is imported by the client alone', () => {
    const users = FILES.filter((file) => imports(file).includes('undici'));
    expect(users.every((file) => file.startsWith('src/client/'))).toBe(true);
    expect(users.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(CONFINED))('only files with a reason use %s', (what, pattern) => {
    const users = FILES.filter((file) => !file.startsWith(IN_THE_BROWSER) && pattern.test(codeOf(file)));
    const listed = REASONS.find((section) => section.startsWith(`${what}\n`)) ?? '';
    expect(users.toSorted()).toEqual((listed.match(/^\S+(?=: \S)/gm) ?? []).toSorted());
  });

  it('each line of the lists is read', () => {
    expect(WALLS).toHaveLength(textOf('tests/import-walls.txt').trimEnd().split('\n').length);
    expect(REASONS.map((section) => section.split('\n')[0])).toEqual(Object.keys(CONFINED));
  });

  it('definitions of file formats are imported for their types alone: TypeBox is in no bundle', () => {
    const definitions = FILES.filter((file) => imports(file).includes('typebox'));
    expect(definitions.length).toBeGreaterThan(0);
    const users = FILES.filter(
      (file) => !definitions.includes(file) && file !== 'src/exchange/records/journal-schema.ts',
    ).flatMap((file) =>
      [...textOf(file).matchAll(/^(?:import|export) (?!type\b)[^;'"]*?from '(\.[^']+)'/gm)]
        .map((match) => join(dirname(file), match[1] ?? ''))
        .filter((target) => definitions.includes(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(users).toEqual([]);
  });

  it('no source file is longer than 400 lines', () => {
    const lengths = FILES.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  });
});

describe('the structure of the sources', () => {
  it('has no import circle, type-only imports included', () => {
    expect(circle(new Map(FILES.map((file) => [file, imports(file)])))).toBeUndefined();
  });

  it('has no folder with more than 20 entries', () => {
    const folders = [...new Set(FILES.map((file) => dirname(file)))];
    const entries = (folder: string) => readdirSync(join(ROOT, folder)).length;
    expect(folders.filter((folder) => entries(folder) > 20)).toEqual([]);
  });
});
