import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom, and why. Type-only imports count too, but where `typesFrom` allows them. */
const WALLS: Readonly<Record<string, { may: readonly string[]; why: string }>> = {
  'src/io': { may: [], why: 'what a command needs of the process is described without knowing the command' },
  'src/text': { may: [], why: 'sentences are made from codes and values alone' },
  'src/spec': { may: [], why: 'the document as data depends on nothing' },
  'src/exchange': {
    may: ['src/text'],
    why: 'what happened on the wire is understood without knowing what was wanted; what a journal lacks has its codes',
  },
  'src/store': {
    may: ['src/spec', 'src/exchange'],
    why: 'what a trace tells about the store is read from exchanges alone',
  },
  'src/probes': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/store'],
    why: 'requests are built from what was answered before, and sent by others',
  },
  'src/rules': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/store'],
    why: 'rules judge recorded exchanges and cannot send',
  },
  'src/explore': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/store', 'src/probes', 'src/rules'],
    why: 'an exploration is probes and rules that are generated from a seed; others send them',
  },
  'src/limiter': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/rules'],
    why: 'reasoning about limits is pure and judges recorded exchanges',
  },
  'src/capacity': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/rules'],
    why: 'what a plan change costs is projected and judged from numbers alone',
  },
  'src/judge': {
    may: [
      'src/text',
      'src/spec',
      'src/exchange',
      'src/store',
      'src/probes',
      'src/rules',
      'src/explore',
      'src/limiter',
      'src/capacity',
      'suites',
    ],
    why: 'the judge reads traces and returns verdicts; it cannot send',
  },
  'src/result': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/store', 'src/rules', 'src/judge', 'src/capacity'],
    why: 'the contract is a pure function of trace and verdicts',
  },
  'src/reporters': {
    may: ['src/result', 'src/spec', 'src/exchange', 'src/capacity', 'src/text'],
    why: 'reporters print results by their codes, the exchanges behind them, and a capacity run in its own words; they decide nothing',
  },
  'src/config': {
    may: ['src/spec'],
    why: 'a configuration is read from text alone; what it means for a run is not its business',
  },
  'src/client': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/io', 'src/probes', 'src/rules'],
    why: 'the recorder sends; it reads rate headers the way the rules do, and marks confirmation attempts',
  },
  'src/ledger': {
    may: ['src/exchange', 'src/io'],
    why: 'what was sent with a key in the last day is counted for any recorder; a key tells its label and nothing else',
  },
  'src/k6': {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/io'],
    why: 'the k6 recorder records and never judges',
  },
  'src/reference': {
    may: ['src/io'],
    why: 'it takes clock and network, which say nothing about the document: an error in our reading of the document must not stand on both sides and cancel out',
  },
  'src/run': {
    may: [
      'src/text',
      'src/io',
      'src/spec',
      'src/exchange',
      'src/ledger',
      'src/config',
      'src/probes',
      'src/rules',
      'src/explore',
      'src/judge',
      'src/client',
      'src/k6',
      'src/limiter',
      'src/capacity',
      'src/reference',
      'src/result',
      'suites',
    ],
    why: 'a run joins recorder and judge; how carefully a host is treated is said where targets are configured',
  },
  suites: {
    may: ['src/text', 'src/spec', 'src/exchange', 'src/store', 'src/probes', 'src/rules', 'src/explore'],
    why: 'a suite is probes and checks',
  },
  load: {
    may: ['src/text', 'src/exchange', 'src/k6', 'src/capacity'],
    why: 'load scripts run in k6; they share the exchange format and the shape of their records with the driver',
  },
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
    what: 'the console',
    pattern: /\bconsole\.(?:log|error|warn|info|debug|table|trace)\b/,
    allowed: { 'load/lib/k6/k6-journal.ts': 'The console of k6 is the only file that a script can write.' },
  },
];

const root = resolve(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name));
}

function imports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s+'([^']+)'|^import '([^']+)'/gms)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

/** Without comments. */
function codeOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
}

describe('import walls', () => {
  for (const [folder, { may, why }] of Object.entries(WALLS)) {
    it(`${folder} imports only ${may.length === 0 ? 'itself' : may.join(', ')}: ${why}`, () => {
      const files = sources(folder);
      expect(files.length).toBeGreaterThan(0);
      const breaches = files.flatMap((file) =>
        imports(file)
          .filter((name) => name.startsWith('.'))
          .map((name) => relative(root, resolve(root, dirname(file), name)))
          .filter((target) => ![folder, ...may].some((allowed) => target.startsWith(`${allowed}/`)))
          .map((target) => `${file} imports ${target}`),
      );
      expect(breaches).toEqual([]);
    });
  }

  it('undici is imported by the client alone', () => {
    const users = [...sources('src'), ...sources('suites')].filter((file) => imports(file).includes('undici'));
    expect(users.every((file) => file.startsWith('src/client/'))).toBe(true);
    expect(users.length).toBeGreaterThan(0);
  });

  for (const { what, pattern, allowed } of CONFINED) {
    it(`only files with a reason use ${what}`, () => {
      const users = ['src', 'suites', 'load']
        .flatMap(sources)
        .filter((file) => !file.startsWith(IN_THE_BROWSER) && pattern.test(codeOf(file)));
      expect(users.toSorted()).toEqual(Object.keys(allowed).toSorted());
    });
  }

  it('definitions of file formats are imported for their types alone: TypeBox is in no bundle', () => {
    const files = [...sources('src'), ...sources('suites'), ...sources('load')];
    const definitions = files.filter((file) => imports(file).includes('typebox'));
    expect(definitions.length).toBeGreaterThan(0);
    const users = files
      .filter((file) => !definitions.includes(file) && file !== 'src/exchange/records/journal-schema.ts')
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;'"]*?from '(\.[^']+)'/gm)]
          .map((match) => join(dirname(file), match[1] ?? ''))
          .filter((target) => definitions.includes(target))
          .map((target) => `${file} imports ${target}`),
      );
    expect(users).toEqual([]);
  });

  it('no source file is longer than 250 lines, and the median is at most 75', () => {
    const lengths = [...sources('src'), ...sources('suites'), ...sources('load')].map((file) => ({
      file,
      lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1,
    }));
    expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(75);
  });
});
