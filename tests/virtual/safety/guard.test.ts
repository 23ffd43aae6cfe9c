import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ledgerFile, readLedger } from '../../../src/ledger/ledger.ts';
import { capacitySection } from '../../capacity-section.ts';
import { temporaryFolder } from '../../folder.ts';
import { expectAnswers, goldenIn } from '../../golden.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { resultIn } from '../../outcome/left.ts';
import { run, start } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { sleep, world } from '../world.ts';

type Class = 'local' | 'staging' | 'production';

/** 30 requests/min at the peak. */
const CAPACITY = capacitySection({ free: [1, 0.5] }, { mix: { list: 0.5, create: 0.5 } });

/** A service in a class, what it receives, and a folder that names it a target. */
async function target(targetClass: Class, allow = '') {
  const { baseUrl, seen } = await between(
    await conforming(),
    () => false,
    targetClass === 'local' ? '127.0.0.1' : '0.0.0.0',
  );
  const cwd = temporaryFolder();
  const state = temporaryFolder();
  const stated = targetClass === 'staging' ? '    class: staging\n' : '';
  const text = `targets:\n  it:\n    baseUrl: ${baseUrl}\n${stated}    keys: { free: { env: KEY_OF_THE_TEST } }\n${allow}${CAPACITY}`;
  writeFileSync(join(cwd, 'storecheck.yaml'), text);
  return {
    name: new URL(baseUrl).host,
    seen,
    options: { cwd, env: { KEY_OF_THE_TEST: FREE_KEY, XDG_STATE_HOME: state } },
    records: () => [...readLedger(ledgerFile({ XDG_STATE_HOME: state }), world().clock.now()).values()],
  };
}

const isWrite = (request: string) => !request.startsWith('GET ');
const ALLOW: Readonly<Record<string, string>> = {
  'no writes and no load': '    allow: { writes: false, load: false }\n',
  writes: '    allow: { writes: true }\n',
  load: '    allow: { load: true }\n',
};

/** A question is a command, the class of its target, what that allows, and a text in the output. */
it('this command on this target exits like this, and the service receives requests, writes or load', () =>
  expectAnswers(goldenIn(import.meta.dirname)('guard.txt'), async (question) => {
    const [, words = '', kind, allow = '', says = ''] =
      /^(.+) on (\w+)(?: that allows (.+?))?(?: says (.+))?$/.exec(question) ?? [];
    const { name, options, seen } = await target(kind as Class, ALLOW[allow]);
    const ended = await run(
      words
        .replace('NAME', name)
        .replace('capacity', 'capacity --target it --steps 100 --step-duration 200')
        .split(' '),
      options,
    );
    expect(ended.unwrapped, question).toContain(says);
    const isLoad = seen.length > 62 && !words.startsWith('check');
    const kinds = { requests: seen.length > 0, writes: seen.some(isWrite), load: isLoad };
    const received = Object.entries(kinds).flatMap(([what, is]) => (is ? what : []));
    return `exit ${ended.code}; ${received.join(', ') || '-'}`;
  }));

it.each([
  ['    class: production\n', 'production; read-only without --allow-writes'],
  ['    allow: { writes: false }\n', 'read-only (storecheck.yaml:5:22 targets.it.allow.writes: false)'],
])('the class and `allow` of a target hold for another spelling of its URL: %j', async (stated, says) => {
  const { name, options, seen } = await target('local', stated);
  const words = ['--base-url', `http://LOCALHOST:${name.split(':')[1]}/v1/`, '--key', 'free=env:KEY_OF_THE_TEST'];
  const ended = await run(['check', ...words], options);
  expect(ended.unwrapped).toContain(says);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter(isWrite)).toEqual([]);
});

describe('the key in a URL', () => {
  it.each<[Class, boolean]>([
    ['production', false],
    ['staging', true],
  ])('%s: sent %s', async (targetClass, isSent) => {
    const { options, seen } = await target(targetClass);
    const ended = await run(['check', '--out', 'run'], options);
    expect(ended.code, ended.said).toBe(0);
    expect(seen.filter((request) => request.includes(FREE_KEY))).toHaveLength(isSent ? 1 : 0);
    const { requirements, settings } = resultIn(join(options.cwd, 'run'));
    expect(requirements.find(({ id }) => id === 'auth.query-key')).toMatchObject(
      isSent ? { verdict: 'pass' } : { verdict: 'not-applicable', code: 'key-not-in-url' },
    );
    const dry = await run(['check', '--dry-run'], options);
    expect(dry.stdout.includes('the key only in the query')).toBe(isSent);
    expect(settings.partial).toBe(false);
    const strict = await run(['report', '--judge', 'run', '--fail-on', 'skipped'], options);
    expect(strict.code).toBe(settings.readOnly ? 3 : 0);
  });
});

describe('the ledger of a key', () => {
  it.each<Class>(['staging', 'local'])('refuses a second run on the same key at the same time (%s)', async (kind) => {
    const { options, seen, records } = await target(kind);
    const first = start(['limits'], options);
    await sleep(20_000);
    const before = seen.length;
    expect(before).toBeGreaterThan(60);
    const second = await run(['limits'], options);
    expect(second.code, second.said).toBe(3);
    expect(second.unwrapped).toMatch(/run \d{8}T\d{6}Z-\w+ \(process \d+ on .*\) uses this key/);
    expect(seen.length).toBe(before);
    const checked = start(['check'], options);
    if (kind === 'local') await sleep(1_000);
    else expect((await checked.ended).code).toBe(3);
    checked.interrupt();
    const { unwrapped } = await checked.ended;
    expect(unwrapped).toMatch(/uses this key: wait until/);
    expect(unwrapped.includes('warning: free#1: run 2')).toBe(kind === 'local');
    expect((await first.ended).unwrapped).toContain('60 admitted by the end of the burst (limit 60)');
    // Nothing is counted for a local service.
    expect(records()).toHaveLength(kind === 'local' ? 0 : 1);
  });
});

/** The right name, the width and Ctrl-C: tests/process/terminal.test.ts. */
it('the question for the name of a production host follows what the run costs, and refuses another name', async () => {
  const words = 'check --base-url https://service.invalid/v1 --key free=env:KEY --allow-writes'.split(' ');
  const { code, stderr, said } = await run(words, {
    env: { KEY: 'a-key-of-nobody', TERM: 'dumb' },
    terminal: 80,
    answers: [['Type the host name to continue: ', 'service']],
  });
  expect(code, said).toBe(2);
  expect(stderr).toMatch(/none can be deleted.*Type the host name/s);
  expect(said).toContain('the host is service.invalid, not "service"; nothing was sent');
});
