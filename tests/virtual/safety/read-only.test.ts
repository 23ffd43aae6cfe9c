import { describe, expect, it } from 'vitest';
import { address } from './address.ts';
import { check } from './check.ts';
import { expectJudgedAlike } from './left.ts';
import { between, conforming, type Listening } from './servers.ts';

async function elsewhere(seed: number): Promise<Listening> {
  const { bind, host } = address();
  const server = await between(await conforming({ seed }), () => false, bind);
  return { ...server, baseUrl: `http://${host}:${server.port}/v1` };
}

const posts = ({ seen }: Listening) => seen.filter((request) => !request.startsWith('GET '));

describe.concurrent('a host that is not loopback by its name', () => {
  it.each([25, 0])(
    'is production (%i animals): GET only, said before and after, and no create is judged',
    async (seed) => {
      const server = await elsewhere(seed);
      const checked = await check(server.baseUrl);
      expect(posts(server)).toEqual([]);
      expect(server.seen.length).toBeGreaterThan(20);
      if (seed > 0) expect(checked.unwrapped).toContain(`about ${server.seen.length} requests`);
      expect(checked.stderr).toContain('production');
      expect(checked.stderr).toContain('--allow-writes');
      expect(checked.unwrapped).toContain('read-only run: nothing is created');
      expect(checked.result).toMatchObject({
        target: { class: 'production' },
        settings: { readOnly: true },
        residue: [],
      });
      const creates = checked.result?.requirements.filter(({ id }) => id.startsWith('create.')) ?? [];
      expect(new Set(creates.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']));
      expect(checked.code, checked.said).toBe(seed === 0 ? 3 : 0);
      expectJudgedAlike(checked);
    },
  );

  it('is written to with --allow-writes and its name once more, and what stays is listed', async () => {
    const server = await elsewhere(25);
    const named = ['--allow-writes', '--confirm-host', new URL(server.baseUrl).host];
    const checked = await check(server.baseUrl, { args: named });
    expect(posts(server).length).toBeGreaterThan(20);
    expect(checked.code, checked.said).toBe(0);
    expect(checked.result?.residue.length).toBeGreaterThan(3);
    expect(checked.unwrapped).toContain('residue.json');
  });

  it('is sent nothing at all by --dry-run, whose plan marks what read-only leaves out', async () => {
    const server = await elsewhere(25);
    const checked = await check(server.baseUrl, { args: ['--dry-run'] });
    expect(server.seen).toEqual([]);
    // One line for all of them, and the get of what would have been created is one of them.
    expect(checked.stdout.match(/not sent/g)).toHaveLength(1);
    expect(checked.unwrapped).toMatch(
      /not sent: read-only: \d+ requests \(2 of auth, 22 of list, \d+ of create, 1 of get\)/,
    );
    expect(checked.stdout).not.toMatch(/^ +\d+ +create\./m);
  });
});

describe.concurrent('a loopback address in another spelling', () => {
  it.each(['localhost', '127.1', '127.0.0.1'])('%s is local', async (host) => {
    const { port } = await conforming();
    const checked = await check(`http://${host}:${port}/v1`, { args: ['--dry-run'] });
    expect(checked.stderr).toContain('(local)');
  });

  it.each(['127.0.0.1.example.com', 'localhost.example.com', '0.0.0.0', '10.0.0.1', '128.0.0.1'])(
    '%s is not',
    async (host) => {
      const checked = await check(`http://${host}:1/v1`, { args: ['--dry-run'] });
      expect(checked.stderr).toContain('production');
    },
  );
});
