import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_TIMEOUT, realK6 } from '../k6/real-k6.ts';
import { FREE_KEY } from './check.ts';
import { push } from './push.ts';
import { conforming, serve } from './servers.ts';

const WINDOW = 6;
const LIMIT = 60;

/** `INCR` and, whenever a request is admitted, `EXPIRE`: whoever comes regularly never gets a new window. */
function rearming() {
  let [used, ends] = [0, 0];
  return serve((_request, response) => {
    const now = Date.now();
    if (now >= ends) used = 0;
    used += 1;
    if (used <= LIMIT) ends = now + WINDOW * 1_000;
    const headers = {
      'content-type': 'application/json',
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
      'x-ratelimit-reset': String(Math.ceil(ends / 1_000)),
    };
    if (used <= LIMIT) response.writeHead(200, headers).end('[]');
    else
      response
        .writeHead(429, { ...headers, 'retry-after': String(Math.ceil((ends - now) / 1_000)) })
        .end('{"code":"rate_limited","message":"Too many requests.","status":429}');
  });
}

describe.concurrent('two paced windows', () => {
  beforeAll(() => realK6(), BUILD_TIMEOUT);

  const sustained = async (baseUrl: string) => {
    const pushed = await push(baseUrl, { keys: { free: FREE_KEY }, window: WINDOW, args: ['--sustain', '2'] });
    const verdicts = (pushed.result?.requirements ?? []).map(({ id, verdict }) => [id, verdict]);
    return { ...pushed, failed: verdicts.filter(([, verdict]) => verdict === 'fail').map(([id]) => id), verdicts };
  };

  it('pass on a conforming service, and change nothing of what the burst showed', async () => {
    const server = await conforming({ windowSeconds: WINDOW });
    const { code, failed, verdicts, said } = await sustained(server.baseUrl);
    expect([code, failed], said).toEqual([0, []]);
    for (const id of ['limit.sustained', 'limit.admits-plan', 'limit.reset-true', 'limit.window-is-a-minute'])
      expect(verdicts).toContainEqual([id, 'pass']);
  }, 120_000);

  it('fail on a window that begins anew with every admitted request, and on nothing else', async () => {
    const { code, failed, unwrapped } = await sustained((await rearming()).baseUrl);
    expect([code, failed], unwrapped).toEqual([1, ['limit.sustained']]);
    expect(unwrapped).toMatch(/paced at the plan's rate, \d+ requests of \d+ refused/);
  }, 120_000);
});
