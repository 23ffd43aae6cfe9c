import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { K6Launcher } from '../../../src/io/k6-launcher.ts';
import { temporaryFolder } from '../../folder.ts';
import { canary } from '../../outcome/canary.ts';
import { resultIn } from '../../outcome/left.ts';
import { tracesOf } from '../../outcome/spellings.ts';
import { openToOthers, textsBelow } from '../../outcome/texts.ts';
import { run, start } from '../command.ts';
import { virtualK6 } from '../k6.ts';
import { between, conforming } from '../servers.ts';
import { sleep, startWorld, world } from '../world.ts';

/** Seconds. Short, so that one key of the plan Free carries a capacity run. */
const WINDOW = 2;

/** The service by a name that is not loopback: the pods of a cluster reach no other. */
const HOST = 'store.example.com';

/** Keys as a header may carry them, how the command gets them, and with which commands: only the first ones meet the key itself. */
const KEYS = {
  'a plain key from a file': {
    key: 'sk_live_Zw7hTq2LmB9vXc4RnD6y',
    from: 'file',
    with: /^(check|run|capacity|report)$/,
  },
  'a long key of special characters from a variable': {
    key: `sk.$^*+?()[]{}|\\/"'<>&%;=~-@!#:,Qz7${'Kd7/x+Vb2=pQ'.repeat(20)}`,
    from: 'env',
    with: /./,
  },
} as const;

/** Where the calls of one key are made; everything that they write lies below `root`. */
interface Place {
  readonly root: string;
  readonly baseUrl: string;
  /** A run's folder, by the name of its call. */
  readonly out: (name: string) => string;
}

interface Call {
  readonly args: readonly string[];
  /** It runs until Ctrl-C, or longer than this test needs. */
  readonly endless?: true;
  readonly codes: readonly number[];
}

const JUDGED = [0, 1, 3];
const reporters = (folder: string) =>
  ['json', 'html', 'junit', 'ctrf', 'har', 'markdown', 'github', 'badge', 'terminal']
    .map((name) => `${name}=${join(folder, `report.${name}`)}`)
    .join(',');

/** Every command of the command line, in an order in which each finds what it needs. */
const CALLS: Readonly<Record<string, (place: Place) => readonly Call[]>> = {
  init: ({ baseUrl }) => [
    { args: ['init', '--no-input', '--base-url', baseUrl, '--ci', 'github', '--force'], codes: [0] },
  ],
  doctor: () => [{ args: ['doctor'], codes: [0, 3] }],
  check: ({ out }) => [
    { args: ['check', '--dry-run'], codes: [0] },
    { args: ['check', '--verbose', '--out', out('check')], codes: JUDGED },
  ],
  limits: ({ out }) => [{ args: ['limits', '--verbose', '--out', out('limits')], codes: JUDGED }],
  run: ({ out, root }) => [
    { args: ['run', '--out', out('run'), '--reporter', `github,har=${join(root, 'run.har')}`], codes: JUDGED },
  ],
  capacity: ({ baseUrl, out }) => {
    const outside = new URL(baseUrl.replace('127.0.0.1', HOST));
    const target = ['--window', String(WINDOW), '--allow-load', '--allow-writes'];
    const activity = ['--subscribers', 'free=20', '--active', 'free=1', '--use', 'free=0.5'];
    const steps = ['--steps', '100', '--step-duration', '2', '--mix', 'list=0.6,get=0.2,create=0.2'];
    const all = ['capacity', '--p50', '2s', '--errors', '50%', ...target, ...activity, ...steps];
    const cluster = ['--distribute', 'k6-operator', '--parallelism', '2', '--key', 'free=file:KEYS'];
    const there = ['--base-url', outside.href, '--confirm-host', outside.host];
    return [
      { args: [...all, '--base-url', baseUrl, '--key', 'free=file:KEY', '--out', out('capacity')], codes: JUDGED },
      { args: [...all, ...there, ...cluster, '--out', out('cluster')], codes: [0] },
    ];
  },
  judge: ({ out }) => [
    { args: ['judge', out('run'), '--reporter', 'terminal', '--verbose'], codes: JUDGED },
    { args: ['judge', out('run'), '--write', '--reporter', 'json'], codes: JUDGED },
    { args: ['judge', out('capacity'), '--reporter', 'json'], codes: JUDGED },
  ],
  report: ({ out, root }) => [
    { args: ['report', out('run'), '--reporter', reporters(root)], codes: [0] },
    { args: ['report', out('check'), '--reporter', 'har,ctrf,badge,html', '--html-assets', 'split'], codes: [0] },
    { args: ['report', out('capacity'), '--reporter', 'markdown=-'], codes: [0] },
  ],
  diff: ({ out }) => [{ args: ['diff', out('check'), out('run')], codes: [0, 1] }],
  waive: ({ out }) => [
    {
      args: [
        'waive',
        failedId(out('check')),
        out('check'),
        ...'--owner us --reason known --expires 2099-01-01'.split(' '),
      ],
      codes: [0],
    },
  ],
  pin: ({ out, root }) => [{ args: ['pin', out('run'), '--out', join(root, 'observations.json')], codes: [0] }],
  rerun: ({ out }) => [{ args: ['rerun', '--failed', out('check'), '--out', out('rerun')], codes: JUDGED }],
  list: () => [{ args: ['list'], codes: [0] }],
  explain: () => [{ args: ['explain', 'error.no-leak'], codes: [0] }],
  k6: () => [{ args: ['k6', 'path'], codes: [0] }],
  serve: () => [{ args: ['serve', '--port', '0'], endless: true, codes: [0] }],
  demo: ({ out }) => [{ args: ['demo', '--out', out('demo')], endless: true, codes: [130] }],
  'self-test': () => [{ args: ['self-test'], endless: true, codes: [130] }],
};

function failedId(folder: string): string {
  const { requirements } = resultIn(folder);
  return requirements.find(({ verdict }) => verdict === 'fail')?.id ?? 'none failed';
}

const configFor = (baseUrl: string, source: string) => `targets:
  canary:
    baseUrl: ${baseUrl}
    class: staging
    window: ${WINDOW}s
    settle: 100ms
    keys: { free: { ${source} } }
    allow: { writes: true, load: true }
`;

/** Every text by the place where it was seen; all versions of it. */
class Texts {
  readonly byName = new Map<string, readonly string[]>();

  /** A text that grew replaces its beginning. Other content stands beside the older. */
  add(name: string, text: string): void {
    const versions = this.byName.get(name) ?? [];
    if (versions.some((version) => version.startsWith(text))) return;
    this.byName.set(name, [...versions.filter((version) => !text.startsWith(version)), text]);
  }

  addFolder(folder: string): void {
    for (const [name, text] of textsBelow(folder)) this.add(name, text);
  }
}

/** A k6 whose arguments, environment and folder are seen: when it starts and when it ends. */
function seenK6(texts: Texts): K6Launcher {
  const k6 = virtualK6(world());
  return {
    ...k6,
    start: (options) => {
      texts.add('arguments of k6', options.args.join('\0'));
      texts.add('environment of k6', JSON.stringify(options.env));
      texts.addFolder(options.cwd);
      const child = k6.start(options);
      return {
        ...child,
        ended: child.ended.then((end) => {
          texts.addFolder(options.cwd);
          texts.add('stderr of k6', end.stderrTail);
          return end;
        }),
      };
    },
  };
}

/** Makes every call of these commands; returns every text that was left or seen meanwhile, by its place. */
async function textsOf(place: Place, env: Readonly<Record<string, string>>, keys: string, commands: RegExp) {
  const texts = new Texts();
  const k6 = seenK6(texts);
  for (const [command, callsOf] of Object.entries(CALLS).filter(([name]) => commands.test(name)))
    for (const { args, codes, endless } of callsOf(place)) {
      const words = args.map((arg) => arg.replace(/KEYS?$/, (name) => join(keys, name)));
      const cwd = command === 'init' ? join(place.root, 'fresh') : place.root;
      const running = start(words, { cwd, env, k6 });
      if (endless === true) await sleep(500).then(running.interrupt);
      const { stdout, stderr, code, said } = await running.ended;
      expect(codes, `${words.join(' ')}\n${said.slice(-2_000)}`).toContain(code);
      expect(said).not.toContain('internal error');
      texts.add(`stdout of ${words.join(' ')}`, stdout);
      texts.add(`stderr of ${words.join(' ')}`, stderr);
      texts.addFolder(place.root);
    }
  return texts.byName;
}

describe('every command, on a service that sends the key back in every spelling', () => {
  it.each(Object.entries(KEYS))('leaves no trace of %s', async (_name, { key, from, with: commands }) => {
    startWorld({ hosts: { [HOST]: '127.0.0.1' } });
    const service = await conforming({ keys: { [key]: 'free' }, windowSeconds: WINDOW });
    const { baseUrl } = await between(service, canary(key, sleep));
    const root = temporaryFolder();
    const keys = temporaryFolder();
    writeFileSync(join(keys, 'KEY'), `${key}\n`);
    writeFileSync(join(keys, 'KEYS'), `${key}\n${key}2\n`);
    for (const name of ['state', 'fresh', 'home']) mkdirSync(join(root, name));
    const source = from === 'env' ? 'env: CANARY' : `file: ${join(keys, 'KEY')}`;
    writeFileSync(join(root, 'storecheck.yaml'), configFor(baseUrl, source));
    const place: Place = { root, baseUrl, out: (name) => join(root, 'runs', name) };
    const env = {
      HOME: join(root, 'home'),
      XDG_STATE_HOME: join(root, 'state'),
      GITHUB_STEP_SUMMARY: join(root, 'step-summary.md'),
      ...(from === 'env' ? { CANARY: key } : {}),
    };
    const texts = await textsOf(place, env, keys, commands);
    expect(tracesOf(key, [...texts.values()].flat())).toEqual([]);
    const names = [...texts.keys()].join('\n');
    for (const part of [/^environment of k6/m, /storecheck-k6-\w+\/journal/, /state\/storecheck\/keys\/\w/])
      expect(names).toMatch(part);
    const reports = readdirSync(root).filter((name) => /^(report\.|run\.har|step-summary)/.test(name));
    expect(reports.length).toBeGreaterThan(10);
    // The umask decides on reports that the user puts elsewhere.
    const own = [...readdirSync(place.out('')).map(place.out), join(root, 'state/storecheck')];
    expect(own.flatMap(openToOthers)).toEqual([]);
  });

  it('is every command that there is', async () => {
    const { stdout } = await run(['--help']);
    const commands = [...(stdout.split('Commands:')[1] ?? '').matchAll(/^ {2}([a-z][\w-]*) /gm)].map(
      ([, name]) => name,
    );
    expect(commands.filter((name) => name !== 'help').sort()).toEqual(Object.keys(CALLS).sort());
  });
});
