import { describe, expect, it } from 'vitest';
import { classOf } from '../../../src/config/target-class.ts';
import { expectJudgedAlike } from '../../outcome/left.ts';
import { check, run } from '../command.ts';
import { between, conforming, type Listening } from '../servers.ts';

/** A service whose host is not loopback by its name. */
async function elsewhere(seed: number): Promise<Listening> {
  return between(await conforming({ seed }), () => false, '0.0.0.0');
}

const posts = ({ seen }: Listening) => seen.filter((request) => !request.startsWith('GET '));

describe('a host other than loopback', () => {
  it.each([25, 0])('is production: the check is read-only and says so (%i animals)', async (seed) => {
    const server = await elsewhere(seed);
    const checked = await check(server.baseUrl);
    expect(posts(server)).toEqual([]);
    expect(server.seen.length).toBeGreaterThan(20);
    if (seed > 0) expect(checked.unwrapped).toContain(`about ${server.seen.length} requests`);
    expect(checked.stderr).toContain('production');
    const said = /read-only without --allow-writes: the check judges (\d+) of (\d+) requirements, \d+ of them musts\)/;
    const [, judged, all] = said.exec(checked.unwrapped) ?? [];
    const { stdout } = await run(['report', checked.out, '--quiet']);
    expect(stdout).toBe(seed === 0 ? 'incomplete\n' : 'passed, read-only\n');
    expect(checked.unwrapped).toMatch(/Skipped \(\d+\) .* and \d+ more: read-only run: nothing is created/);
    expect(checked.unwrapped).toMatch(/– create 0 passed, \d+ skipped/);
    expect(checked.result).toMatchObject({
      target: { class: 'production' },
      settings: { readOnly: true },
      residue: [],
    });
    const rows = checked.result?.requirements ?? [];
    const applicable = rows.filter(({ code }) => code !== 'read-only' && code !== 'key-not-in-url');
    expect([applicable.length, rows.length]).toEqual([Number(judged), Number(all)]);
    const creates = rows.filter(({ id }) => id.startsWith('create.'));
    expect(new Set(creates.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']));
    expect(checked.code, checked.said).toBe(seed === 0 ? 3 : 0);
    expectJudgedAlike(checked);
  });

  it('is incomplete with --fail-on skipped, and says how to allow writes', async () => {
    const args = ['--fail-on', 'skipped'];
    const checked = await check((await elsewhere(25)).baseUrl, { args });
    expect([checked.code, checked.result?.outcome]).toEqual([3, 'incomplete']);
    expect(checked.unwrapped).toMatch(
      /INCOMPLETE: no violation of the specification was found, but evidence is missing; \d+ musts were skipped because the run is read-only: pass --allow-writes, or set allow: \{ writes: true \} for the target \(--fail-on skipped requires them\)/,
    );
    expect((await run(['report', '--judge', checked.out, ...args])).code).toBe(3);
    const { baseUrl } = await conforming();
    expect((await check(baseUrl, { args })).code).toBe(0);
    const forbidden = await check(baseUrl, { args: [...args, '--read-only'] });
    expect(forbidden.code).toBe(3);
    expect(forbidden.unwrapped).toMatch(/\d+ musts were skipped because of --read-only: run without it \(--fail-on/);
    expect(forbidden.unwrapped).not.toContain('--allow-writes');
  });
});

it.each([
  ['local', ['localhost', '127.1', '127.0.0.1']],
  ['production', ['127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', '128.0.0.1']],
])('the class of a host is %s for %j', (expected, hosts) => {
  expect(hosts.map((host) => classOf(new URL(`http://${host}:1/v1`)))).toEqual(hosts.map(() => expected));
});
