import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { capacityReader, capacityVerdicts } from '../../../src/verdicts/judge-capacity.ts';
import { capacitySection } from '../../support/capacity-section.ts';
import { read, temporaryFolder } from '../../support/files.ts';
import { golden, testAnswers } from '../../support/golden.ts';
import { everything, left } from '../../support/runs.ts';
import { run, start } from '../virtual-command.ts';
import { conforming, serve } from '../virtual-servers.ts';
import { world } from '../world.ts';

const SECRETS = ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'];
const keys = join(temporaryFolder({ 'keys.txt': SECRETS.join('\n') }), 'keys.txt');

/** The options that name a storecheck.yaml with this section. */
function configOf(...section: Parameters<typeof capacitySection>): string[] {
  return ['--config', join(temporaryFolder({ 'capacity.yaml': capacitySection(...section) }), 'capacity.yaml')];
}

/** 40 requests/s at the peak, shared by four keys of 2,400/min each. */
const PEAK = ['--enterprise', '2400', ...configOf({ enterprise: [1, 1] })];

/** Offers load; `peak` has the options that give the projection. */
async function capacity(baseUrl: string, steps = '100', plan = 'enterprise', peak = PEAK) {
  const out = join(temporaryFolder(), 'run');
  const load = ['--key', `${plan}=file:${keys}`, '--steps', steps, '--step-duration', '6', ...peak];
  const ended = await run(['capacity', '--base-url', baseUrl, '--out', out, ...load]);
  const { result } = left(out);
  return { ...ended, out, result, capacity: result?.capacity };
}

const answering = (status: number, latencyMs: (seen: number) => number) => {
  let seen = 0;
  return serve((_request, response) => {
    seen += 1;
    const answer = () => response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
    world().clock.after(latencyMs(seen), answer);
  });
};

it.each([
  ['fits', 200, 0],
  ['not-proven', 429, 3],
  ['not-proven', 401, 3],
] as const)('capacity %s after %i, with no key in any file', async (verdict, status, code) => {
  const { baseUrl, seen } = await answering(status, () => 0);
  const measured = await capacity(baseUrl);
  expect([measured.code, measured.capacity?.verdict], measured.said).toEqual([code, verdict]);
  for (const text of Object.values(everything(measured))) for (const key of SECRETS) expect(text).not.toContain(key);
  // The journal alone gives the same result.
  const again = await run(['report', '--judge', measured.out, '--reporter', 'json']);
  expect([again.code, again.stdout]).toEqual([code, readFileSync(join(measured.out, 'results.json'), 'utf8')]);
  expect(measured.result?.requests.unplanned429 === 0).toBe(status !== 429);
  if (verdict !== 'not-proven') return;
  // The keys are refused, and would be banned.
  expect(seen.length).toBeLessThan(8);
  expect(measured.capacity?.steps[0]).toMatchObject({ verdict: 'invalid', invalid: 'keys' });
});

it('capacity is not proven if the first request gets no response, and names the failure', async () => {
  const { code, capacity: measured, result, unwrapped } = await capacity('http://127.0.0.1:9/v1');
  const steps = [{ verdict: 'invalid', invalid: 'run' }];
  expect([code, result?.requests.sent, measured], unwrapped).toMatchObject([3, 1, { verdict: 'not-proven', steps }]);
  expect(unwrapped).toContain('service unreachable: no response from http');
  expect(unwrapped).toContain('ECONNREFUSED (dial: connection refused). Check that');
});

/** After a title, what differs from the journal of a run, and how the pod failed. */
describe('the journal of a capacity run is read like this', () => {
  let journal = '';
  beforeAll(async () => {
    const { out } = await capacity((await answering(200, () => 0)).baseUrl);
    journal = readFileSync(join(out, 'exchanges.ndjson'), 'utf8');
  });
  testAnswers(golden('journals.txt'), (question) => {
    const [, part = '', other = '', ...failed] = question.split(' | ');
    const reader = capacityReader(() => failed.map((how) => ({ instance: 1, how, file: 'pods' })));
    for (const line of journal.replace(new RegExp(part, 'g'), other).split('\n')) reader.add(JSON.parse(line || '{}'));
    reader.endStep();
    const { plan, end, ends } = reader.recorded();
    const steps = reader.steps();
    const why = steps.flatMap(({ reasons = [] }) => reasons.map(({ code }) => code));
    const { created, byKey } = reader.sent();
    const sent = { created, key: byKey.get('enterprise#2'), plan: capacityVerdicts(plan, steps).verdicts[0]?.plan };
    return inspect({ ...sent, ends: ends.length, end: end?.reason, why, ...steps[0]?.together }, { breakLength: 1e9 });
  });
});

it('capacity raises the load step by step, and ends at the first step far outside the objectives', async () => {
  // Falls over in the second step.
  const { baseUrl } = await answering(200, (seen) => (seen > 450 ? 3_000 : 5));
  const peak = ['--enterprise', '2400', ...configOf({ enterprise: [1, 1], free: [1, 1] }), '--change', 'free=61'];
  const { code, result, capacity: measured } = await capacity(baseUrl, '75,100,150', 'enterprise', peak);
  const steps = [{ level: 0.75 }, { level: 1 }];
  expect(code).toBe(1);
  expect(measured).toMatchObject({ verdict: 'does-not-fit', headroom: 0.75, beyond: 1, steps });
  expect(result?.settings.readOnly).toBe(true);
});

it('capacity offers the complete mix within the limits of its keys, and finds the knee within a tenth', async () => {
  const owned = Object.fromEntries(SECRETS.map((key) => [key, 'business' as const]));
  const reference = await conforming({ keys: owned, capacity: { rps: 46, latencyMs: 20, random: world().random } });
  const peak = configOf({ business: [3, 0.8] }, { mix: { list: 0.6, get: 0.3, create: 0.1 } });
  const ended = await capacity(reference.baseUrl, '50,100,140', 'business', [...peak, '--allow-writes']);
  const { requests } = ended.result ?? {};
  const { statuses } = reference;
  expect(requests?.unplanned429, ended.said).toBe(0);
  expect(ended.capacity?.steps.slice(0, 2).map((step) => step.planned - step.sent)).toEqual([0, 0]);
  expect(statuses.length).toBe(requests?.sent);
  expect(statuses.filter((status) => status === 201).length).toBe(ended.capacity?.created);
  expect(ended.capacity?.created).toBeGreaterThan(15);
  expect(Math.abs((ended.capacity?.knee ?? 0) / 46 - 1)).toBeLessThan(0.1);
});

it.each(['README.md', 'docs/capacity.md'])('the example of %s gives its answer', async (page) => {
  const [, serve = ''] = /^storecheck (serve --capacity [^#]*)#/m.exec(read(page)) ?? [];
  const [, config = ''] = /<<'END'\n([\s\S]*?)END\n/.exec(read(page)) ?? [];
  const [, words = ''] =
    /^storecheck (capacity --config plan-change\.yaml .*?)(?: --steps .*)?$/m.exec(read(page)) ?? [];
  const serving = start([...serve.trim().split(' '), '--port', '0']);
  await world().clock.sleep(10);
  const [, baseUrl = ''] = /server at (\S+)/.exec(serving.stdout()) ?? [];
  const [, key = ''] = /STORE_API_KEY_ENTERPRISE=(\w+)/.exec(serving.stdout()) ?? [];
  const cwd = temporaryFolder({ 'plan-change.yaml': config.replace('http://127.0.0.1:4010/v1', baseUrl) });
  const short = `${words} --steps 100 --step-duration 5`.split(' ');
  const { code, unwrapped } = await run(short, { cwd, env: { STORE_API_KEY_ENTERPRISE: key } });
  expect(code, unwrapped).toBe(0);
  expect(unwrapped).toContain('FITS: Pro 300 → 400 requests/min fits: at the projected peak of 132 requests/s');
  serving.interrupt();
  await serving.ended;
});
