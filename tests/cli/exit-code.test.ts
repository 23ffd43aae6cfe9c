import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../src/reference/index.ts';
import { temporaryFolder } from '../folder.ts';
import { check, FREE_KEY, PRO_KEY, startCheck, verdictOf } from './check.ts';
import { expectJudgedAlike } from './left.ts';
import { run, start } from './run.ts';
import { conforming } from './servers.ts';

const fault = (id: string) => faults.filter((one) => one.id === id);

describe.concurrent('the exit code', () => {
  it('is 0 for a conforming service, on an empty store too, and judging again gives the same bytes', async () => {
    const runs = await Promise.all([
      check((await conforming()).baseUrl),
      check((await conforming({ seed: 0 })).baseUrl),
      check((await conforming({ firstId: 2n ** 53n + 1n })).baseUrl),
    ]);
    for (const one of runs) {
      expect(one.code, one.said).toBe(0);
      expect(one.result).toMatchObject({ outcome: 'passed', exitCode: 0 });
      expect(one.stdout).toContain('PASSED');
      expectJudgedAlike(one);
    }
    expect(runs.map(({ result }) => (result?.requests.sent ?? 0) <= 60)).toEqual([true, false, true]);
    expect(runs[1]?.result?.requests.sent).toBeLessThanOrEqual(80);
  });

  it.each([
    ['list-without-key', 'auth.required.list'],
    ['status-required', 'create.status-optional'],
    ['error-without-code', 'error.schema'],
  ])('is 1 with the fault %s, which %s shows with evidence and a curl line', async (id, requirement) => {
    expect(fault(id)).toHaveLength(1);
    const checked = await check((await conforming({ variants: fault(id) })).baseUrl);
    expect(checked.code, checked.said).toBe(1);
    expect(checked.result).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(verdictOf(checked, requirement)).toBe('fail');
    expect(checked.stdout).toContain(requirement);
    expect(checked.stdout).toContain('curl -i');
    expect(checked.said).not.toContain(PRO_KEY);
    expectJudgedAlike(checked);
  });

  it('is 3 on an empty store that may not be written to: nothing could be proven of an animal', async () => {
    const server = await conforming({ seed: 0 });
    const checked = await check(server.baseUrl.replace('127.0.0.1', '0.0.0.0'));
    expect(checked.code, checked.said).toBe(3);
    expect(checked.unwrapped).toContain('read-only');
  });

  it.each([
    ['--only', 'auth.*'],
    ['--skip', 'robust.*'],
    ['--max-requests', '30'],
  ])('is 3 for the part of a run that %s %s leaves, and it says so', async (...args) => {
    const checked = await check((await conforming()).baseUrl, { args });
    expect(checked.code, checked.said).toBe(3);
    expect(checked.stdout).toContain('INCOMPLETE');
    expect(checked.unwrapped).toMatch(/partial run|request budget/);
    expectJudgedAlike(checked);
  });

  it('is 1 for a should with --fail-on should, else 0, and judge decides anew', async () => {
    const server = await conforming({ variants: fault('no-challenge') });
    const lenient = await check(server.baseUrl);
    expect(lenient.code, lenient.said).toBe(0);
    expect((await check(server.baseUrl, { args: ['--fail-on', 'should'] })).code).toBe(1);
    expect((await run(['judge', lenient.out, '--fail-on', 'should'])).code).toBe(1);
  });

  it('is 0 for a dry run, which sends nothing and writes nothing', async () => {
    const server = await conforming();
    const checked = await check(server.baseUrl, { args: ['--dry-run'] });
    expect(checked.code).toBe(0);
    expect(checked.stdout).toContain('nothing was sent');
    expect(checked.result).toBeUndefined();
    expect(server.received()).toEqual([]);
  });

  it('is 0 for --version, --help and help of every command, on stdout', async () => {
    const calls = [
      ['--version'],
      ['--help'],
      ['help'],
      ['help', 'check'],
      ['check', '--help'],
      ['judge', '-h'],
      ['serve', '--help'],
    ];
    for (const ended of await Promise.all(calls.map((args) => run(args)))) {
      expect(ended.code, ended.said).toBe(0);
      expect(ended.stdout.length).toBeGreaterThan(4);
      expect(ended.stderr).toBe('');
    }
  });

  it('does not hang on who stops reading: head of a list', async () => {
    const { child, ended } = await start(['list', '--json'], { deadlineMs: 8_000 });
    child.stdout.destroy();
    const { hung, stderr } = await ended;
    expect(hung).toBe(false);
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  });
});

/** The command's own node, behind a line of shell. */
const shell = (line: string) => ['sh', '-c', `${line} "$0" "$@"`, process.execPath];

describe.concurrent('what happens to our own output is not held against the service', () => {
  it('a run goes on when nobody reads its progress any more', async () => {
    const { child, ended } = await startCheck((await conforming()).baseUrl);
    child.stderr.destroy();
    const { code, result } = await ended;
    expect([code, result?.outcome]).toEqual([0, 'passed']);
  });

  it.each([
    ['a journal', [], 'ulimit -f 8; exec', /--out: cannot write to \S+ \(EFBIG/],
    ['a report', [], 'ulimit -f 150; exec', /cannot write html to \S+ \(EFBIG\)/],
    ['stdout', [], 'exec >/dev/full', /cannot write to stdout \(ENOSPC\)/],
  ])('%s that is cut short by a full disk: exit 2, said', async (_what, args, line, says) => {
    const { baseUrl } = await conforming();
    const checked = await check(baseUrl, { args, node: shell(line) });
    expect(checked.stderr).toMatch(says);
    expect(checked.stderr).not.toMatch(/a fault of storecheck|^\s+at /m);
    expect(checked.code).toBe(2);
  });

  it('a fault of ours that nobody awaits is exit 4, not 1', async () => {
    const fault = join(temporaryFolder(), 'fault.cjs');
    writeFileSync(fault, "setTimeout(() => { throw new Error('out of the blue'); }, 500)");
    const ended = await run(['serve', '--port', '0'], { node: [process.execPath, '-r', fault] });
    expect(ended.code, ended.said).toBe(4);
    expect(ended.stderr).toContain('a fault of storecheck itself');
  });
});

describe.concurrent('what is printed', () => {
  it('with --quiet is the verdict alone, with --reporter json the results alone', async () => {
    const { baseUrl } = await conforming();
    const quiet = await check(baseUrl, { args: ['--quiet'] });
    expect([quiet.stdout, quiet.stderr]).toEqual(['passed\n', '']);
    const json = await check(baseUrl, { args: ['--reporter', 'json'] });
    expect(JSON.parse(json.stdout)).toEqual(json.result);
  });

  it('with --quiet says what has to be mended in the set-up all the same, on stderr', async () => {
    const ended = await run(['check', '--base-url', 'http://127.0.0.1:9/v1', '--key', 'free=env:K', '--quiet'], {
      env: { K: FREE_KEY },
    });
    expect([ended.code, ended.stdout]).toEqual([3, 'incomplete\n']);
    expect(ended.stderr).toMatch(/^storecheck: .*no answer.*\n {2}\S/);
  });

  it('goes to stderr while it runs, without colour or cursor codes off a terminal, with them where asked', async () => {
    const { baseUrl } = await conforming();
    const plain = await check(baseUrl);
    expect(plain.said).not.toContain('\u001b');
    const coloured = await check(baseUrl, { args: ['--color', 'always'] });
    expect(coloured.stdout).toContain('\u001b[');
    const forced = await check(baseUrl, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(forced.said).not.toContain('\u001b');
  });

  it.each([
    ['list.ok', 'storecheck check --only list.ok '],
    ['limit.status', 'storecheck limits --only limit.status '],
    ['limit.ban', 'storecheck limits --only limit.ban --base-url … --key … --ban free=…'],
    ['limit.sustained', 'storecheck limits --only limit.sustained --base-url … --key … --sustain'],
    ['capacity.latency', 'storecheck capacity --base-url '],
  ])('by explain %s names the command that judges it', async (id, says) => {
    expect((await run(['explain', id])).unwrapped).toContain(`try it: ${says}`);
  });

  it('by serve is enough to check it: the address, and keys to export', async () => {
    const { child, ended } = await start(['serve', '--port', '0', '--fault', 'list-without-key']);
    const text = await new Promise<string>((resolve) => child.stdout.once('data', resolve));
    const baseUrl = /http:\/\/127\.0\.0\.1:\d+\/v1/.exec(text)?.[0] ?? '';
    const exported = Object.fromEntries(
      [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name = '', key = '']) => [name, key]),
    );
    expect(exported['STORE_API_KEY_FREE']).toBe(FREE_KEY);
    const { STORE_API_KEY_PRO = '' } = exported;
    const args = ['check', '--base-url', baseUrl, '--out', `${temporaryFolder()}/run`];
    expect((await run(args, { env: { STORE_API_KEY_PRO } })).code).toBe(1);
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  });
});
