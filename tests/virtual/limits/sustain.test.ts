import { describe, expect, it } from 'vitest';
import { FREE_KEY } from '../../outcome/checked.ts';
import { expectSound, failedMusts, limitsWith } from '../../outcome/pushed.ts';
import { push } from '../push.ts';
import { conforming, serve } from '../servers.ts';
import { now } from '../world.ts';

const WINDOW_MS = 60_000;
const LIMIT = 60;

/** `INCR` and, whenever a request is admitted, `EXPIRE`: a client that comes regularly never gets a new window. */
function rearming() {
  let [used, ends] = [0, 0];
  return serve((_request, response) => {
    if (now() >= ends) used = 0;
    used += 1;
    if (used <= LIMIT) ends = now() + WINDOW_MS;
    const headers = {
      'content-type': 'application/json',
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(Math.max(0, LIMIT - used)),
      'x-ratelimit-reset': String(Math.ceil(ends / 1_000)),
    };
    if (used <= LIMIT) response.writeHead(200, headers).end('[]');
    else
      response
        .writeHead(429, { ...headers, 'retry-after': String(Math.ceil((ends - now()) / 1_000)) })
        .end('{"code":"rate_limited","message":"Too many requests.","status":429}');
  });
}

describe('--sustain 2', () => {
  const sustain = (baseUrl: string) => push(baseUrl, { keys: { free: FREE_KEY }, args: ['--sustain', '2'] });

  it('passes a conforming service, and changes nothing of what the burst shows', async () => {
    const pushed = await sustain((await conforming()).baseUrl);
    await expectSound(pushed, 0);
    expect(limitsWith('pass', pushed)).toEqual(
      expect.arrayContaining(['limit.sustained', 'limit.admits-plan', 'limit.reset-true', 'limit.window-is-a-minute']),
    );
  });

  it('fails a window that begins anew with each admitted request, and nothing else', async () => {
    const pushed = await sustain((await rearming()).baseUrl);
    await expectSound(pushed, 1);
    expect(failedMusts(pushed)).toEqual(['limit.sustained']);
    expect(limitsWith('fail', pushed)).toEqual(['limit.sustained']);
    expect(pushed.unwrapped).toMatch(/refused \d+ of \d+ requests paced at the plan's rate/);
  });
});
