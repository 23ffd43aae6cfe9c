import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capacitySection } from '../../capacity-section.ts';
import { temporaryFolder } from '../../folder.ts';
import { canary } from '../../outcome/canary.ts';
import { resultIn } from '../../outcome/left.ts';
import { tracesOf } from '../../outcome/spellings.ts';
import { openToOthers, textsBelow } from '../../outcome/texts.ts';
import { run, start } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { sleep, startWorld } from '../world.ts';

/** Seconds. Short, so that one key of the plan Free carries a capacity run. */
const WINDOW = 2;

/** The service by a name that is not loopback: the pods of a cluster reach no other. */
const HOST = 'store.example.com';

/** Long, and of every character that a header may carry. */
const KEY = `sk.$^*+?()[]{}|\\/"'<>&%;=~-@!#:,Qz7${'Kd7/x+Vb2=pQ'.repeat(5)}`;

/** Where the calls of one key are made; everything that they write lies below `root`. */
interface Place {
  readonly root: string;
  readonly baseUrl: string;
  /** A run's folder, by the name of its call. */
  readonly out: (name: string) => string;
}

const REPORTS = ['json', 'html', 'junit', 'har', 'markdown', 'github', 'terminal']
  .map((name) => `${name}=ROOT/report.${name}`)
  .join(',');
const LOAD = `--window ${WINDOW} --allow-load --allow-writes --steps 100 --step-duration 2`;

/**
 * Every command of the command line, in an order in which each finds what it needs. URL is the service, OUT the folder of the runs, THERE the
 * service by a name that is not loopback, and FAILED a requirement that failed. Those that run until Ctrl-C end with it.
 */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  init: ['--base-url URL --force'],
  doctor: ['', '--fix'],
  check: ['--dry-run', '--verbose --out OUT/check'],
  limits: ['--verbose --out OUT/limits'],
  run: ['--out OUT/run --reporter github,har=ROOT/run.har'],
  capacity: [
    `${LOAD} --base-url URL --key free=file:KEY --out OUT/capacity`,
    `${LOAD} --base-url http://THERE/v1 --confirm-host THERE --distribute k6-operator --parallelism 2 --key free=file:KEYS --out OUT/cluster`,
  ],
  report: [
    'OUT/run --judge --reporter terminal --verbose',
    'OUT/capacity --judge --reporter json',
    `OUT/run --reporter ${REPORTS}`,
  ],
  diff: ['OUT/check OUT/run'],
  accept: ['OUT/check FAILED --owner us --reason known --expires 2099-01-01', 'OUT/run --observed'],
  explain: ['', 'error.no-leak'],
  serve: ['--port 0'],
  demo: ['--out OUT/demo'],
};

const ENDLESS = ['serve', 'demo'];

function failedId(folder: string): string {
  const { requirements } = resultIn(folder);
  return requirements.find(({ verdict }) => verdict === 'fail')?.id ?? 'none failed';
}

const configFor = (baseUrl: string) => `targets:
  canary:
    baseUrl: ${baseUrl}
    class: staging
    window: ${WINDOW}s
    settle: 100ms
    keys: { free: { env: CANARY } }
    allow: { writes: true, load: true }
${capacitySection({ free: [20, 0.5] }, { objectives: { p50: '2s', errors: '50%' }, mix: { list: 0.6, get: 0.2, create: 0.2 } })}`;

/** Makes every call of these commands; returns every text that was left or printed meanwhile, after the place where it was. */
async function textsOf({ root, baseUrl, out }: Place, env: Readonly<Record<string, string>>, keys: string) {
  const texts: string[] = [];
  const named: Readonly<Record<string, () => string>> = {
    URL: () => baseUrl,
    OUT: () => out(''),
    ROOT: () => root,
    THERE: () => `${HOST}:${new URL(baseUrl).port}`,
    FAILED: () => failedId(out('check')),
    KEYS: () => join(keys, 'KEYS'),
    KEY: () => join(keys, 'KEY'),
  };
  for (const [command, calls] of Object.entries(CALLS))
    for (const call of calls) {
      const line = call.replace(/\b(URL|OUT|ROOT|THERE|FAILED|KEYS?)\b/g, (name) => named[name]?.() ?? name);
      const running = start([command, ...line.split(' ').filter(Boolean)], {
        cwd: command === 'init' ? join(root, 'fresh') : root,
        env,
      });
      if (ENDLESS.includes(command)) await sleep(500).then(running.interrupt);
      const { stdout, stderr, code, said } = await running.ended;
      expect([0, 1, 3, 130], `${command} ${line}\n${said.slice(-2_000)}`).toContain(code);
      expect(said).not.toContain('internal error');
      texts.push(stdout, stderr);
    }
  return [...texts, ...[...textsBelow(root)].flat()];
}

describe('every command, on a service that sends the key back in every spelling', () => {
  it('leaves no trace of it', async () => {
    startWorld({ hosts: { [HOST]: '127.0.0.1' } });
    const service = await conforming({ keys: { [KEY]: 'free' }, windowSeconds: WINDOW });
    const { baseUrl } = await between(service, canary(KEY, sleep));
    const root = temporaryFolder();
    const keys = temporaryFolder();
    writeFileSync(join(keys, 'KEY'), `${KEY}\n`);
    writeFileSync(join(keys, 'KEYS'), `${KEY}\n${KEY}2\n`);
    for (const name of ['state', 'fresh', 'home']) mkdirSync(join(root, name));
    writeFileSync(join(root, 'storecheck.yaml'), configFor(baseUrl));
    const place: Place = { root, baseUrl, out: (name) => join(root, 'runs', name) };
    const env = {
      HOME: join(root, 'home'),
      XDG_STATE_HOME: join(root, 'state'),
      GITHUB_STEP_SUMMARY: join(root, 'step-summary.md'),
      CANARY: KEY,
    };
    const texts = await textsOf(place, env, keys);
    expect(tracesOf(KEY, texts)).toEqual([]);
    const reports = readdirSync(root).filter((name) => /^(report\.|run\.har|step-summary)/.test(name));
    expect(reports.length).toBeGreaterThan(7);
    // The umask decides on reports that the user puts elsewhere.
    const own = [...readdirSync(place.out('')).map(place.out), join(root, 'state/storecheck')];
    expect(own.flatMap(openToOthers)).toEqual([]);
  });

  it('is every command that there is', async () => {
    const { stdout } = await run(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, name]) => name);
    expect(commands.filter((name) => name !== 'help').sort()).toEqual(Object.keys(CALLS).sort());
  });
});
