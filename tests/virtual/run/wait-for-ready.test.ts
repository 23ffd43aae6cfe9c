import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { FREE_KEY, PRO_KEY } from '../../outcome/checked.ts';
import { check, startCheck } from '../check.ts';
import { run } from '../command.ts';
import { between, conforming, type Passing, serve, serveRaw } from '../servers.ts';
import { until } from '../world.ts';

/** A balancer before a service: what it does with the first requests, and what they carried. */
async function starting(requests: number, meanwhile: (passing: Passing) => boolean) {
  const keys: (string | undefined)[] = [];
  const server = await between(await conforming(), (passing) => {
    keys.push(passing.request.headers.authorization);
    return passing.number <= requests && meanwhile(passing);
  });
  return { ...server, keys };
}

const unavailable =
  (status: number) =>
  (passing: Passing): boolean => {
    Object.assign(passing, { status, body: Buffer.from('starting') });
    return false;
  };

describe('--wait-for-ready waits for a service', () => {
  it.each([
    ['returns 503', unavailable(503), 'status 503'],
    [
      'closes the connection',
      ({ request }: Passing): boolean => {
        request.socket.destroy();
        return true;
      },
      'no response (UND_ERR_SOCKET)',
    ],
  ] as const)('that %s: it asks without a key, then checks', async (_name, meanwhile, reason) => {
    const server = await starting(2, meanwhile);
    const checked = await check(server.baseUrl, { args: ['--wait-for-ready', '20s'] });
    expect(checked.code, checked.said).toBe(0);
    expect(checked.unwrapped).toMatch(/waiting for the service until \d\d:\d\d:\d\d UTC at the latest: /);
    expect(checked.unwrapped).toContain(reason);
    expect(checked.unwrapped).toContain('the service responds, after 3 attempts in');
    expect(server.seen.slice(0, 3)).toEqual(['GET', 'GET', 'GET'].map((method) => `${method} /v1/pets?limit=1`));
    expect(server.keys.slice(0, 4)).toEqual([undefined, undefined, undefined, `Bearer ${PRO_KEY}`]);
    expect(checked.result?.requests.sent).toBe(server.seen.length - 3);
  });

  it('that does not listen yet', async () => {
    const { port, baseUrl, close } = await conforming();
    await close();
    const { ended, stderr } = startCheck(baseUrl, { args: ['--wait-for-ready', '20s'] });
    await until(() => stderr().includes('no response (ECONNREFUSED)'));
    await conforming({ port });
    const checked = await ended;
    expect(checked.code, checked.said).toBe(0);
    expect(checked.unwrapped).toMatch(/the service responds, after \d attempts/);
  });
});

describe('--wait-for-ready does not wait if the service returns', () => {
  it.each([200, 302, 429])('%i', async (status) => {
    const server = await serve((_request, response) => response.writeHead(status, { 'retry-after': '1' }).end('{}'));
    const checked = await check(server.baseUrl, { args: ['--wait-for-ready', '20s'] });
    expect(checked.unwrapped).not.toContain('waiting for the service');
    expect(checked.result?.requests.sent, checked.said).toBe(server.seen.length - 1);
  });
});

describe('--wait-for-ready gives up with exit code 3 and writes nothing', () => {
  const refusing = async (): Promise<string> => {
    const { close, baseUrl } = await conforming();
    await close();
    return baseUrl;
  };
  const answering = (handler: RequestListener) => async (): Promise<string> => (await serve(handler)).baseUrl;
  it.each([
    ['if nobody listens', refusing, 'no response (ECONNREFUSED)'],
    ['if the service returns 503', answering((_request, response) => response.writeHead(503).end()), 'status 503'],
    ['if the service returns nothing', answering(() => undefined), 'no response'],
    [
      'if the service returns half a response',
      async (): Promise<string> => (await serveRaw((socket) => socket.write('HTTP/1.1 2'))).baseUrl,
      'no response',
    ],
  ] as const)('%s', async (_name, service, reason) => {
    const checked = await check(await service(), { args: ['--wait-for-ready', '2s'] });
    expect(checked.code, checked.said).toBe(3);
    expect(checked.unwrapped).toMatch(/was not ready, after [12] attempts? in [12]\.\d s: /);
    expect(checked.unwrapped).toContain(reason);
    expect(checked.unwrapped).toContain('nothing else was sent');
    expect(checked.hung).toBe(false);
    expect(existsSync(checked.out)).toBe(false);
  });
});

describe('the requests of --wait-for-ready', () => {
  it('are counted in the ledger of the key, even if the run does not begin', async () => {
    let isUp = false;
    const backend = await conforming();
    const { port, seen } = await between(backend, (passing) => !isUp && unavailable(503)(passing));
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'storecheck.yaml'),
      `targets:\n  it: { baseUrl: "http://localhost:${port}/v1", class: staging, keys: { free: { env: KEY } } }\n`,
    );
    const XDG_STATE_HOME = temporaryFolder();
    const options = { cwd, env: { KEY: FREE_KEY, XDG_STATE_HOME } };
    const entries = () => {
      const folder = join(XDG_STATE_HOME, 'storecheck/keys');
      const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
      return (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { entries: { requests: number }[] }).entries;
    };
    expect((await run(['check', '--wait-for-ready', '2s'], options)).code).toBe(3);
    expect(entries().map(({ requests }) => requests)).toEqual([seen.length]);
    const before = seen.length;
    isUp = true;
    const out = join(cwd, 'run');
    const checked = await run(['check', '--wait-for-ready', '2s', '--out', out, '--only', 'list.ok'], options);
    expect(existsSync(out), checked.said).toBe(true);
    const noKey = readFileSync(join(out, 'exchanges.ndjson'), 'utf8').match(/"key":null/g)?.length ?? 0;
    expect(entries().at(-1)?.requests).toBe(seen.length - before - noKey);
  });

  it('end with Ctrl-C: exit code 130', async () => {
    const server = await serve((_request, response) => response.writeHead(503).end());
    const running = startCheck(server.baseUrl, { args: ['--wait-for-ready', '60s'] });
    await until(() => server.seen.length >= 2);
    running.interrupt();
    const checked = await running.ended;
    expect(checked.code, checked.said).toBe(130);
    expect(checked.result).toMatchObject({ run: { end: 'interrupted' }, requests: { sent: 0 } });
  });
});
