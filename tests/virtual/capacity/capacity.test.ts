import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { capacityConfig } from '../../capacity-section.ts';
import { temporaryFolder } from '../../folder.ts';
import { left } from '../../outcome/left.ts';
import { expectSchema } from '../../results-schema.ts';
import { run, start } from '../command.ts';
import { conforming, serve } from '../servers.ts';
import { world } from '../world.ts';

const SECRETS = ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'];
const keys = join(temporaryFolder(), 'keys.txt');
writeFileSync(keys, SECRETS.join('\n'));

/** 40 requests/s at the peak, dealt to four keys of 2,400/min each. */
const PEAK = ['--enterprise', '2400', ...capacityConfig({ enterprise: 1 })];
const STEP = '--steps 100 --step-duration 6'.split(' ');

/** `peak`: the options that give the projection. */
function startCapacity(baseUrl: string, args: readonly string[] = [], plan = 'enterprise', peak = PEAK) {
  const out = join(temporaryFolder(), 'run');
  const words = ['capacity', '--base-url', baseUrl, '--key', `${plan}=file:${keys}`, ...STEP, '--out', out];
  const { ended, ...running } = start([...words, ...peak, ...args]);
  return { ...running, ended: ended.then((end) => ({ ...end, ...left(out) })) };
}

const capacity = (...args: Parameters<typeof startCapacity>) => startCapacity(...args).ended;

const answering = (status: number, latencyMs: number | ((seen: number) => number) = 0) => {
  let seen = 0;
  return serve((_request, response) => {
    seen += 1;
    const after = typeof latencyMs === 'number' ? latencyMs : latencyMs(seen);
    world().clock.after(after, () => response.writeHead(status, { 'content-type': 'application/json' }).end('[]'));
  });
};

const fileIn = (out: string, name: string) => readFileSync(join(out, name), 'utf8');

/** The journal alone gives the same result. */
async function expectJudgedAlike({ out, code }: { readonly out: string; readonly code: number | null }) {
  const again = await run(['report', '--judge', out, '--reporter', 'json']);
  expect(again.code, again.stderr).toBe(code);
  expect(again.stdout).toBe(fileIn(out, 'results.json'));
}

describe('the answer', () => {
  it.each([
    ['fits', 200, 0, 0],
    ['does-not-fit', 200, 2_500, 1],
    ['does-not-fit', 503, 0, 1],
    ['not-proven', 429, 0, 3],
    ['not-proven', 401, 0, 3],
  ] as const)('%s after %i in %i ms, with no key in any file', async (verdict, status, latencyMs, code) => {
    const { baseUrl, seen } = await answering(status, latencyMs);
    const { out, result, ...end } = await capacity(baseUrl);
    expect([end.code, result?.capacity?.verdict], end.said).toEqual([code, verdict]);
    expectSchema(result);
    const files = ['exchanges.ndjson', 'results.json', 'report.html'].map((name) => fileIn(out, name));
    for (const secret of SECRETS) for (const text of [end.said, ...files]) expect(text).not.toContain(secret);
    await expectJudgedAlike({ out, code });
    expect(result?.requests.unplanned429 === 0).toBe(status !== 429);
    if (verdict !== 'not-proven') return;
    // The keys are refused, and would be banned.
    expect(seen.length).toBeLessThan(8);
    expect(result?.capacity?.steps[0]).toMatchObject({ verdict: 'invalid', invalid: 'keys' });
  });

  it('is not proven if no request was answered, and names the failure', async () => {
    const { code, result, unwrapped } = await capacity('http://127.0.0.1:9/v1');
    expect([code, result?.capacity?.verdict], unwrapped).toEqual([3, 'not-proven']);
    expect(unwrapped).toMatch(/service unreachable: none of \d+ requests was answered; no response from http/);
    expect(unwrapped).toContain('ECONNREFUSED (dial: connection refused). Check that');
    expect(result?.capacity?.steps[0]).toMatchObject({ verdict: 'invalid', invalid: 'run' });
  });

  it('raises the load step by step, and ends at the first step far outside the objectives', async () => {
    // Falls over in the second step.
    const { baseUrl } = await answering(200, (seen) => (seen > 450 ? 3_000 : 5));
    const peak = ['--enterprise', '2400', ...capacityConfig({ enterprise: 1, free: 1 }), '--change', 'free=61'];
    const { result } = await capacity(baseUrl, ['--steps', '75,100,150'], 'enterprise', peak);
    expect(result?.capacity?.steps.map(({ level }) => level)).toEqual([0.75, 1]);
    expect(result?.capacity).toMatchObject({ verdict: 'does-not-fit', headroom: 0.75, beyond: 1 });
    expect(result?.requirements, 'these are not of the specification').toMatchObject([
      { clause: 'projection', quote: expect.stringContaining('customers × share active') },
      { clause: 'objective', quote: 'p95 ≤ 1000 ms', source: 'your configuration' },
      { clause: 'objective', source: 'your configuration' },
      {},
    ]);
    expect(result?.settings.readOnly).toBe(true);
  });
});

it('offers the complete mix to the reference server within its limits, and finds the knee within a tenth', async () => {
  const latency = { kind: 'lognormal', medianMs: 20, sigma: 0.3 } as const;
  const owned = Object.fromEntries(SECRETS.map((key) => [key, 'business' as const]));
  const reference = await conforming({ keys: owned, capacity: { rps: 46, places: 1_000, latency, seed: 1 } });
  const peak = capacityConfig({ business: [3, 0.8] }, { mix: { list: 0.6, get: 0.3, create: 0.1 } });
  const words = '--allow-writes --steps 50,100,140'.split(' ');
  const { result, said } = await capacity(reference.baseUrl, words, 'business', peak);
  const counts = reference.counts();
  const { sent } = result?.requests ?? {};
  expect(result?.requests.unplanned429, said).toBe(0);
  expect(result?.capacity?.steps.slice(0, 2).map((step) => step.planned - step.sent)).toEqual([0, 0]);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(counts['POST 201']).toBe(result?.capacity?.created);
  expect(result?.capacity?.created).toBeGreaterThan(15);
  expect(Math.abs((result?.capacity?.knee ?? 0) / 46 - 1), said).toBeLessThan(0.1);
});

it.each(['README.md', 'docs/capacity.md'])('the example of %s gives its answer', async (page) => {
  const example = readFileSync(join(import.meta.dirname, '../../..', page), 'utf8');
  const [, serve = ''] = /^storecheck (serve --capacity [^#]*)#/m.exec(example) ?? [];
  const [, config = ''] = /<<'END'\n([\s\S]*?)END\n/.exec(example) ?? [];
  const [, words = ''] = /^storecheck (capacity --config plan-change\.yaml .*)$/m.exec(example) ?? [];
  const serving = start([...serve.trim().split(' '), '--port', '0']);
  await world().clock.sleep(10);
  const [, baseUrl = ''] = /server at (\S+)/.exec(serving.stdout()) ?? [];
  const [, key = ''] = /STORE_API_KEY_ENTERPRISE=(\w+)/.exec(serving.stdout()) ?? [];
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'plan-change.yaml'), config.replace('http://127.0.0.1:4010/v1', baseUrl));
  const short = words.includes('--steps') ? [] : ['--steps', '100', '--step-duration', '5'];
  const env = { STORE_API_KEY_ENTERPRISE: key };
  const { code, unwrapped } = await run([...words.split(' '), ...short], { cwd, env });
  expect(code, unwrapped).toBe(0);
  expect(unwrapped).toContain('FITS: Pro 300 → 400 requests/min fits: at the projected peak of 132 requests/s');
  serving.interrupt();
  await serving.ended;
});
