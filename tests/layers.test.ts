import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which folder may import from which (in src, but for suites and load), and why. Type-only imports count too. */
const WALLS: Readonly<Record<string, readonly [may: string, why: string]>> = {
  io: ['', 'what a command needs of the process is described without knowing the command'],
  text: ['', 'sentences are made from codes and values alone'],
  spec: ['', 'the document as data depends on nothing'],
  exchange: [
    'text',
    'what happened on the wire is understood without knowing what was wanted; what a journal lacks has its codes',
  ],
  store: ['spec exchange', 'what a trace tells about the store is read from exchanges alone'],
  probes: ['text spec exchange store', 'requests are built from what was answered before, and sent by others'],
  rules: ['text spec exchange store', 'rules judge recorded exchanges and cannot send'],
  explore: [
    'text spec exchange store probes rules',
    'an exploration is probes and rules that are generated from a seed; others send them',
  ],
  limiter: ['text spec exchange rules', 'reasoning about limits is pure and judges recorded exchanges'],
  capacity: ['text spec exchange rules', 'what a plan change costs is projected and judged from numbers alone'],
  judge: [
    'text spec exchange store probes rules explore limiter capacity suites',
    'the judge reads traces and returns verdicts; it cannot send',
  ],
  result: ['text spec exchange store rules judge capacity', 'the contract is a pure function of trace and verdicts'],
  reporters: [
    'result spec exchange capacity text',
    'reporters print results by their codes, the exchanges behind them, and a capacity run in its own words; they decide nothing',
  ],
  config: ['spec', 'a configuration is read from text alone; what it means for a run is not its business'],
  client: [
    'text spec exchange io probes rules',
    'the recorder sends; it reads rate headers the way the rules do, and marks confirmation attempts',
  ],
  ledger: [
    'exchange io',
    'what was sent with a key in the last day is counted for any recorder; a key tells its label and nothing else',
  ],
  k6: ['text spec exchange io', 'the k6 recorder records and never judges'],
  reference: [
    'io',
    'it takes clock and network, which say nothing about the document: an error in our reading of the document must not stand on both sides and cancel out',
  ],
  run: [
    'text io spec exchange ledger config probes rules explore judge client k6 limiter capacity reference result suites',
    'a run joins recorder and judge; how carefully a host is treated is said where targets are configured',
  ],
  suites: ['text spec exchange store probes rules explore', 'a suite is probes and checks'],
  load: [
    'text exchange k6 capacity',
    'load scripts run in k6; they share the exchange format and the shape of their records with the driver',
  ],
};

/** Runs in the reader's browser, not in the process of a command. */
const IN_THE_BROWSER = 'src/reporters/html/assets/';

/** What a command gets as its `Io` (src/io/io.ts), so that tests run it in virtual time: found only in these files, for these reasons. */
const CONFINED: readonly { what: string; pattern: RegExp; allowed: Readonly<Record<string, string>> }[] = [
  {
    what: 'clocks and timers',
    pattern:
      /(?<![.\w])Date(?:\.now\b|\(\s*\))|\bperformance\.|\bhrtime\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|'(?:node:)?(?:timers|perf_hooks|worker_threads)\b/,
    allowed: {
      'src/cli/process-io.ts': 'It makes the real clock.',
      'load/lib/k6/k6-journal.ts': 'It runs in k6, and records when a script sent and received.',
      'load/lib/k6/k6-environment.ts': 'It runs in k6, and gives its timers to the experiments.',
      'load/capacity.ts': 'It runs in k6, and starts at the moment that several machines have agreed on.',
    },
  },
  {
    what: 'random numbers',
    pattern: /\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)\b|\bgetRandomValues\b/,
    allowed: {
      'src/cli/process-io.ts': 'It gives the real ones.',
      'src/io/lock.ts': 'The content of a lock must differ from that of every other process.',
      'src/ledger/file.ts': 'The names of temporary files must not collide between processes.',
    },
  },
  {
    what: 'the process and its machine',
    pattern: /\bprocess\.\w|'(?:node:)?(?:process|os|child_process|cluster)'/,
    allowed: {
      'src/cli/main.ts': 'It connects the command line to the process.',
      'src/cli/process-io.ts': 'It describes the process as an Io.',
      'src/io/lock.ts': 'A lock names the process that holds it.',
      'src/io/process-identity.ts': 'It asks the system whether a process runs.',
      'src/ledger/file.ts': 'It needs the home folder of a user without HOME.',
      'src/k6/find/abandoned.ts': 'It ends processes that outlived the build that started them.',
      'src/k6/find/cache.ts': 'It needs the processor type of the binary, and the home folder of a user without HOME.',
      'src/k6/run/child.ts': 'It starts k6.',
      'src/k6/find/find.ts': 'Platform and user decide which binary can be trusted.',
      'src/k6/find/go.ts': 'It starts Go.',
      'src/k6/run/last-resort.ts': 'Child processes and keys must not outlive the process, however it ends.',
      'src/k6/run/secrets.ts': 'The platform decides whether k6 can read a file that has no name.',
      'src/k6/find/version.ts': 'It starts k6 to ask for its version.',
      'src/k6/run/folder.ts': 'k6 works in a temporary folder of a user, which names its process.',
    },
  },
  {
    what: 'the values of keys',
    pattern: /\brevealKey\(/,
    allowed: {
      'src/client/send.ts': 'It sends the key.',
      'src/k6/run/secrets.ts': 'It hands keys to k6.',
      'src/exchange/api-key.ts': 'It defines keys, and compares two of them.',
      'src/exchange/redact.ts': 'It searches what was received for keys.',
      'src/ledger/file.ts': 'It names the ledger of a key by a hash.',
    },
  },
  {
    what: 'searches in sentences, which are not data as codes and values are',
    pattern:
      /^(?=.*\.(?:match|matchAll|test|exec|includes|startsWith|endsWith|indexOf|search|replace|replaceAll|split)\().*\b(?:finding|verdict|row|first|one|note|outcome|problem|mistake|setUp)s?\??\.(?:message|reason|expected|actual|fix)\b/m,
    allowed: { 'src/cli/capacity/merge.ts': 'The reason of an end is a code.' },
  },
  { what: 'HTML that preact does not escape', pattern: /\b(?:dangerouslySetI|i)nnerHTML\b/, allowed: {} },
  {
    what: 'the console',
    pattern: /\bconsole\.(?:log|error|warn|info|debug|table|trace)\b/,
    allowed: { 'load/lib/k6/k6-journal.ts': 'The console of k6 is the only file that a script can write.' },
  },
];

const ROOT = resolve(import.meta.dirname, '..');
const placeOf = (folder: string) => (['suites', 'load'].includes(folder) ? folder : `src/${folder}`);
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

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
  it.each(Object.entries(WALLS).map(([folder, [may, why]]) => ({ folder, may, why })))(
    '$folder imports only itself and [$may]: $why',
    ({ folder, may }) => {
      const allowed = [folder, ...may.split(' ')].map((name) => `${placeOf(name)}/`);
      const files = sources(placeOf(folder));
      expect(files.length).toBeGreaterThan(0);
      const breaches = files.flatMap((file) =>
        imports(file)
          .filter((name) => /\.\w+$/.test(name) && !allowed.some((place) => name.startsWith(place)))
          .map((name) => `${file} imports ${name}`),
      );
      expect(breaches).toEqual([]);
    },
  );

  it('undici is imported by the client alone', () => {
    const users = FILES.filter((file) => imports(file).includes('undici'));
    expect(users.every((file) => file.startsWith('src/client/'))).toBe(true);
    expect(users.length).toBeGreaterThan(0);
  });

  it.each(CONFINED)('only files with a reason use $what', ({ pattern, allowed }) => {
    const users = FILES.filter((file) => !file.startsWith(IN_THE_BROWSER) && pattern.test(codeOf(file)));
    expect(users.toSorted()).toEqual(Object.keys(allowed).toSorted());
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

  it('no source file is longer than 250 lines, and the median is at most 75', () => {
    const lengths = FILES.map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }));
    expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(75);
  });
});

describe('the structure of the sources', () => {
  it('has no import circle, type-only imports included', () => {
    expect(circle(new Map(FILES.map((file) => [file, imports(file)])))).toBeUndefined();
  });

  it('has no folder with more than 20 entries', () => {
    const folders = [...new Set(FILES.map((file) => dirname(file)))];
    const entries = (folder: string) =>
      readdirSync(join(ROOT, folder)).filter((name) => !/\.generated\.(js|d\.ts)$/.test(name)).length;
    expect(folders.filter((folder) => entries(folder) > 20)).toEqual([]);
  });
});
