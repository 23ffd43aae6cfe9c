import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { left, resultIn } from '../../outcome/left.ts';
import { fits } from '../../reporters/capacity-results.ts';
import { expectSchema } from '../../results-schema.ts';
import { run, start } from '../command.ts';
import { conforming, serve } from '../servers.ts';
import { until, world } from '../world.ts';

const folder = temporaryFolder();
const SECRETS = ['capacity-key-one-1', 'capacity-key-two-2', 'capacity-key-three', 'capacity-key-four4'];
const keys = join(folder, 'keys.txt');
writeFileSync(keys, `${SECRETS.join('\n')}\n`);

/** 40 requests a second at the peak, dealt to four keys of 2,400 a minute each. */
const ENTERPRISE = [
  ...['--key', `enterprise=file:${keys}`, '--enterprise-per-minute', '2400'],
  ...['--subscribers', 'enterprise=1', '--active', 'enterprise=1', '--use', 'enterprise=1'],
];
const OBJECTIVES = ['--p95', '1s', '--errors', '5%'];
const STEP = ['--steps', '100', '--step-duration', '10'];

function startCapacity(baseUrl: string, args: readonly string[] = []) {
  const out = join(temporaryFolder(), 'run');
  const all = ['capacity', '--base-url', baseUrl, ...ENTERPRISE, ...OBJECTIVES, ...STEP, '--out', out, ...args];
  const { ended, ...running } = start(all);
  return { ...running, ended: ended.then((end) => ({ ...end, ...left(out) })) };
}

const capacity = (baseUrl: string, args: readonly string[] = []) => startCapacity(baseUrl, args).ended;

const answering = (status: number, latencyMs = 0) =>
  serve((_request, response) => {
    world().clock.after(latencyMs, () => response.writeHead(status, { 'content-type': 'application/json' }).end('[]'));
  });

describe('the answer', () => {
  it.each([
    ['fits', () => answering(200), 0],
    ['does-not-fit', () => answering(200, 2_500), 1],
    ['does-not-fit', () => answering(503), 1],
    ['not-proven', () => answering(429), 3],
    ['not-proven', () => answering(401), 3],
  ] as const)(
    '%s (case %#): the same from the journal alone, and no key in any file',
    async (verdict, service, code) => {
      const { baseUrl } = await service();
      const { out, result, ...end } = await capacity(baseUrl);
      expect(end.said).not.toContain('internal error');
      expect([end.code, result?.capacity?.verdict], end.said).toEqual([code, verdict]);
      expectSchema(result);
      const files = ['exchanges.ndjson', 'results.json', 'report.html'].map((name) =>
        readFileSync(join(out, name), 'utf8'),
      );
      for (const secret of SECRETS) for (const text of [end.said, ...files]) expect(text).not.toContain(secret);
      const again = await run(['judge', out, '--reporter', 'json']);
      expect(again.code, again.stderr).toBe(end.code);
      expect(again.stdout).toBe(readFileSync(join(out, 'results.json'), 'utf8'));
    },
  );

  it('ends a step whose keys are refused, before they are banned', async () => {
    const { baseUrl, seen } = await answering(429);
    const { result } = await capacity(baseUrl);
    expect(result?.requests.unplanned429).toBeGreaterThanOrEqual(1);
    expect(seen.length).toBeLessThan(8);
    expect(result?.capacity?.steps[0]).toMatchObject({ verdict: 'invalid', invalid: 'keys' });
  });

  it.each([
    ['a closed port', async () => 'http://127.0.0.1:9/v1', /ECONNREFUSED \(dial: connection refused\)\. Check that/],
    [
      'a service that closes its connections',
      async () => (await serve((request) => request.socket.destroy())).baseUrl,
      /\(EOF\)\. Check that/,
    ],
  ])('is not proven if no request was answered, and names the failure: %s', async (_name, service, failure) => {
    const { code, result, unwrapped } = await capacity(await service());
    expect([code, result?.capacity?.verdict], unwrapped).toEqual([3, 'not-proven']);
    expect(unwrapped).toMatch(/service unreachable: none of \d+ requests was answered; no response from http/);
    expect(unwrapped).toMatch(failure);
    expect(result?.capacity?.steps[0]).toMatchObject({ verdict: 'invalid', invalid: 'run' });
    expectSchema(result);
  });

  it('is compared with an earlier run of the same mix', async () => {
    const { baseUrl } = await answering(200, 5);
    const { out, result } = await capacity(baseUrl);
    const again = await capacity(baseUrl, ['--compare', out]);
    const other = await capacity(baseUrl, ['--compare', out, '--mix', 'list=0.5,get=0.5']);
    expect(other.code).toBe(2);
    expect(other.unwrapped).toContain('it had another mix (list, get)');
    expect(again.unwrapped).toContain(`Compared with run ${result?.run.id}`);
    expectSchema(again.result);
    expect([result?.exitCode, again.code]).toEqual([0, 0]);
    expect(again.unwrapped).toMatch(/ p95 +[\d.]+ ms +[\d.]+ ms +(~|higher|lower)/);
    // The earlier run may be gone by then.
    rmSync(out, { recursive: true });
    const judged = await run(['judge', again.out, '--reporter', 'json']);
    expect(judged.stdout).toBe(readFileSync(join(again.out, 'results.json'), 'utf8'));
  });

  it('can be shown again in every format, from its results.json', async () => {
    const { baseUrl } = await answering(200);
    const { out, result } = await capacity(baseUrl, ['--quiet']);
    const folder = join(out, 'again');
    mkdirSync(folder);
    const spoilt = join(temporaryFolder(), 'run');
    cpSync(out, spoilt, { recursive: true });
    rmSync(join(spoilt, 'results.json'));
    mkdirSync(join(spoilt, 'results.json'));
    const judged = await run(['judge', spoilt, '--write']);
    expect([judged.code, judged.stderr]).toEqual([2, expect.stringContaining('--write: cannot write to')]);
    const formats = ['html', 'junit', 'ctrf', 'markdown', 'badge', 'har'].map(
      (name) => `${name}=${join(folder, name)}`,
    );
    const shown = await run(['report', out, '--reporter', formats.join(','), '--quiet']);
    expect(shown.code, shown.said).toBe(0);
    expect(readFileSync(join(folder, 'html'), 'utf8')).toBe(readFileSync(join(out, 'report.html'), 'utf8'));
    expect(readFileSync(join(folder, 'junit'), 'utf8')).toContain(`value="${result?.outcome}"`);
    expect((await run(['report', out])).unwrapped).toContain('FITS: The projected load fits');
  });

  it('has the same next step in report.html as in the terminal', async () => {
    const { baseUrl } = await answering(200);
    const active = ['--active', 'enterprise=0.5'];
    const { out, unwrapped } = await capacity(baseUrl, [...active, '--quiet']);
    const shown = (await run(['report', out])).unwrapped;
    const step = /next: (.* --steps 100,120)/.exec(shown)?.[1];
    expect(step, unwrapped).toMatch(/^to test 20 % more activity/);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain(`<p>Next: ${step}</p>`);
  });

  it('raises the load step by step, and ends at the first step far outside the objectives', async () => {
    let seen = 0;
    const { baseUrl } = await serve((_request, response) => {
      seen += 1;
      // Falls over in the second step.
      world().clock.after(seen > 450 ? 3_000 : 5, () => response.end('[]'));
    });
    const free = ['--subscribers', 'free=1', '--active', 'free=1', '--use', 'free=1', '--change', 'free=61'];
    const { result } = await capacity(baseUrl, ['--steps', '75,100,150', ...free]);
    expect(result?.capacity?.steps.map(({ level }) => level)).toEqual([0.75, 1]);
    expect(result?.capacity?.verdict).toBe('does-not-fit');
    expect(result?.requirements[0], 'the projection is not of the specification').toMatchObject({
      clause: 'projection',
      quote: expect.stringContaining('customers × share active'),
    });
    expect(result?.requirements[1], 'an objective is not of the specification').toMatchObject({
      clause: 'objective',
      quote: 'p95 ≤ 1000 ms',
      source: '--p95',
    });
    expect(result?.capacity).toMatchObject({ headroom: 0.75, beyond: 1 });
    expect(result?.settings.readOnly).toBe(true);
  });

  it('is as far as proven after Ctrl-C: exit 130', async () => {
    const { baseUrl, seen } = await answering(200);
    const running = startCapacity(baseUrl, ['--steps', '100,125']);
    await until(() => seen.length >= 20);
    running.interrupt();
    const { code, result } = await running.ended;
    expect(code).toBe(130);
    expect(result).toMatchObject({ capacity: { verdict: 'not-proven' }, run: { end: 'interrupted' } });
  });
});

describe('before anything is sent', () => {
  it('--dry-run shows the projection with the origin of every number, from the configuration and flags', async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, 'storecheck.yaml'),
      `capacity:
  plans: { free: { subscribers: 2000, activeAtPeak: 0.02, use: 0.25 }, pro: { subscribers: 40, activeAtPeak: 0.3, use: 0.6 } }
  mix: { list: 0.8, get: 0.1, create: 0.1 }
  objectives: { p95: 300ms, errors: 1% }
  keys: { business: { file: business.txt } }
`,
    );
    writeFileSync(join(cwd, 'business.txt'), Array.from({ length: 10 }, (_, n) => `business-key-${n}\n`).join(''));
    const { baseUrl, seen } = await answering(200);
    const planned = await run(['capacity', '--base-url', baseUrl, '--change', 'pro=400', '--dry-run', '--verbose'], {
      cwd,
    });
    expect(planned.code, planned.said).toBe(0);
    expect(planned.unwrapped).toContain(
      '46/s now, 58/s after the change (customers use the same share of a larger limit); 69.6/s if 20 % more are active',
    );
    expect(planned.unwrapped).toContain(
      'pro: 40 customers (storecheck.yaml), 30 % active (storecheck.yaml), use 60 % (storecheck.yaml) of 300 requests/min (the specification) → 400 (--change): 36/s → 48/s',
    );
    expect(planned.unwrapped).toContain('the 10 % creates are sent as reads, without --allow-writes');
    expect(planned.unwrapped).toContain('10 of business send 100 % of the load');
    expect(seen).toEqual([]);
  });

  const nowhere = 'http://127.0.0.1:9/v1';
  const PRO = ['--subscribers', 'pro=60', '--active', 'pro=0.25', '--use', 'pro=0.6', '--change', 'pro=400'];

  it('--dry-run shows the projection first, then missing settings', async () => {
    const { code, stdout, stderr } = await run(['capacity', '--base-url', nowhere, ...PRO, '--dry-run']);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('45/s now, 60/s after the change');
    for (const part of ['no latency objective', 'no objective for errors', 'this load needs 21 pro keys'])
      expect(stdout).toContain(part);
  });

  it("--dry-run shows the projection without a base URL, and a step at today's peak", async () => {
    const { code, stdout, stderr } = await run(['capacity', ...PRO.slice(0, -1), 'pro=500', '--dry-run']);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/target +not set/);
    expect(stderr).toContain('45/s now, 75/s after the change');
    expect(stderr).toContain('steps     50 % 37.5/s, 60 % 45/s, 75 % 56.3/s, 100 % 75/s');
    for (const part of ['--base-url is missing', 'no latency objective', 'no keys']) expect(stdout).toContain(part);
  });

  it('--dry-run lists all problems at once if a value is malformed, and none of them twice', async () => {
    const typed = ['--subscribers', 'pro=1,100', '--active', 'pro=45', '--use', 'pro=60', '--p95', '300'];
    const { code, unwrapped } = await run([...'capacity --change pro=400 --errors 0.1 --dry-run'.split(' '), ...typed]);
    expect(code).toBe(2);
    for (const problem of [
      '--subscribers pro: write --subscribers pro=400, not "1,100"',
      '--active pro: write --active pro=0.3 or 30%, at most 1 (100 %), not "45"',
      '--use pro: write --use pro=0.6 or 60%, at most 1 (100 %), not "60"',
      '--p95: "300" is not a duration',
      '--errors: "0.1" is not a percentage',
      '--base-url is missing',
    ])
      expect(unwrapped).toContain(problem);
    for (const twice of ['pro=… is missing', 'no latency objective', 'no objective for errors'])
      expect(unwrapped).not.toContain(twice);
  });

  it('--dry-run names the keys of the load once, with the variables of the target that are not set', async () => {
    const cwd = temporaryFolder();
    const keys = ['free', 'pro', 'business'].map((plan) => `${plan}: [{ env: KEY_${plan.toUpperCase()} }]`);
    const lines = ['targets:', '  it:', `    baseUrl: ${nowhere}`, `    keys: { ${keys.join(', ')} }`];
    writeFileSync(join(cwd, 'storecheck.yaml'), lines.join('\n'));
    const { code, stdout, unwrapped } = await run(['capacity', ...PRO, ...OBJECTIVES, '--dry-run'], { cwd });
    expect(code, unwrapped).toBe(0);
    expect(unwrapped).toMatch(/this load needs \d+ pro keys? or .*\(not set: KEY_FREE, KEY_PRO, KEY_BUSINESS\)/);
    expect(stdout.match(/KEY_FREE/g)).toHaveLength(1);
  });

  it('--dry-run counts the keys of the changed plan if only another plan has keys', async () => {
    const { code, unwrapped } = await run(
      ['capacity', '--base-url', nowhere, ...PRO, ...OBJECTIVES, ...STEP, '--key', 'free=env:FREE', '--dry-run'],
      { env: { FREE: 'ask_free_123456' } },
    );
    expect(code, unwrapped).toBe(0);
    expect(unwrapped).toContain('keys 1 free: not enough (1 % of the load)');
    expect(unwrapped).toMatch(
      /only 1 % of the load.* There is no pro key\. Add 14 pro keys \(--key pro=file:PATH\), or \d+ more free keys.*This dry run exits with 0\./s,
    );
  });

  it('--dry-run says what is unknown of keys and of the day, and names no change if there is none', async () => {
    const customers = ['--subscribers', 'pro=60', '--active', 'pro=0.25', '--use', 'pro=0.6'];
    const args = ['capacity', '--base-url', nowhere, ...customers, ...OBJECTIVES, ...STEP, '--dry-run'];
    const { unwrapped } = await run([...args, '--key', 'enterprise=env:KEY'], {
      env: { KEY: 'ask_enterprise_123456' },
    });
    expect(unwrapped).toContain('keys 1 enterprise: a limit is unknown');
    expect(unwrapped).toMatch(/peak +45\/s; 54\/s if 20 % more are active/);
    const busy = await run([...args, '--active', 'pro=0.9'], {});
    expect(busy.unwrapped).toMatch(/180\/s if 20 % more are active \(at most 100 %\)/);
    const verbose = await run([...args, '--verbose'], {});
    expect(verbose.unwrapped).toContain(
      'limits per day: at this use, Pro customers reach 10,000 requests after 56 min',
    );
  });

  it.each([
    ['list=1', '10,500'],
    ['list=0.9,get=0.1', '10,505'],
  ])('states the requests of --mix %s as the report does', async (mix, requests) => {
    const args = ['capacity', '--base-url', nowhere, ...PRO, ...OBJECTIVES, '--step-duration', '30', '--mix', mix];
    const { unwrapped } = await run([...args, '--dry-run']);
    expect(unwrapped).toContain(`up to ${requests} requests`);
  });

  it('measures each step long enough to prove the objectives, unless --step-duration is set', async () => {
    const args = ['capacity', '--base-url', nowhere, ...PRO, '--p95', '300ms', '--errors', '0.1%', '--dry-run'];
    const { unwrapped } = await run(args);
    expect(unwrapped).toContain('65 to 195 s each');
    const verbose = await run([...args, '--verbose']);
    expect(verbose.unwrapped).toContain('50 % 30/s for 195 s, 75 % 45/s for 130 s, 100 % 60/s for 100 s');
    expect(unwrapped).toContain('requests, about 10 min');
    const typed = await run([...args, '--step-duration', '40']);
    expect(typed.unwrapped).toContain('40 s each, after 5 s of warm-up; up to');
    expect(typed.unwrapped).toContain('an error rate of 0.1 % needs at least 3838 requests');
  });

  it.each([
    [
      'several plans in one option',
      ['--change', 'pro=400,free=80'],
      '--change pro: write --change pro=400 (requests a minute), not "400,free=80"',
    ],
    ['an unknown plan', ['--change', 'por=400'], 'unknown plan "por" (did you mean pro?)'],
    ['a change of a plan without customers', ['--change', 'pro=400'], '--change pro: its customers are unknown'],
    ['too few keys', ['--subscribers', 'enterprise=9'], 'Add 7 more enterprise keys, or lower --steps'],
    ['contradictory objectives', ['--p99', '500ms'], 'must not be less than p95'],
    ['zero subscribers', ['--subscribers', 'enterprise=0'], '--subscribers enterprise: write'],
    ['a share above 1', ['--active', 'enterprise=3'], '--active enterprise: write'],
    ['steps below the peak', ['--steps', '50,75'], 'add a step of 100 % or more'],
    [
      'two limits of a plan',
      ['--change', 'enterprise=400', '--change', 'enterprise=500'],
      '--change enterprise is set more than once: keep one limit per plan',
    ],
    ['steps as multiples of the peak', ['--steps', '1.0,1.2'], 'in percent of the projected peak: 100,120'],
    ['steps that are none', ['--steps', 'all'], 'must be percentages'],
    [
      'steps that exceed the generator, by the highest',
      ['--subscribers', 'enterprise=101', '--steps', '100,200'],
      'one machine offers at most 4,000: use 3 machines',
    ],
    ['steps too short to prove anything', ['--errors', '0.1%'], 'an error rate of 0.1 % needs at least 3838 requests'],
    ['a mix that is not whole', ['--mix', 'list=0.5,get=0.2'], 'a sum of 1'],
    ['an unknown option', ['--stepz', '1'], 'unknown option --stepz'],
  ])('rejects %s', async (_name, args, expected) => {
    const all = ['capacity', '--base-url', nowhere, ...ENTERPRISE, ...STEP, ...OBJECTIVES, ...args];
    const { code, unwrapped } = await run(all);
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toContain(expected);
    for (const secret of SECRETS) expect(unwrapped).not.toContain(secret);
  });

  it.each([
    [
      'is malformed',
      { ...fits, capacity: { ...fits.capacity, steps: [{ level: 1 }] } },
      'capacity.steps[0].rps is missing or malformed',
    ],
    ['is of another command', { ...fits, capacity: undefined }, 'is not the result of a capacity run'],
    ['is of another address', fits, 'its target was http://127.0.0.1:8080/v1'],
  ])('rejects an earlier run that %s', async (_what, earlier, expected) => {
    const file = join(temporaryFolder(), 'results.json');
    writeFileSync(file, JSON.stringify(earlier));
    const args = ['capacity', '--base-url', nowhere, ...ENTERPRISE, ...STEP, ...OBJECTIVES, '--compare', file];
    const { code, unwrapped } = await run(args);
    expect(code, unwrapped).toBe(2);
    expect(unwrapped).toContain(expected);
  });

  it('needs --allow-load and the name of a host that is not loopback', async () => {
    const args = ['capacity', '--base-url', 'https://store.invalid/v1', ...ENTERPRISE, ...STEP, ...OBJECTIVES];
    expect((await run(args)).unwrapped).toContain('--allow-load');
    expect((await run([...args, '--allow-load'])).unwrapped).toContain('--confirm-host store.invalid');
  });
});

it('offers the complete mix to the reference server within its limits', async () => {
  const reference = await conforming({ keys: Object.fromEntries(SECRETS.map((key) => [key, 'business' as const])) });
  const out = join(temporaryFolder(), 'run');
  const args = ['--base-url', reference.baseUrl, '--key', `business=file:${keys}`, '--out', out, ...OBJECTIVES];
  const customers = ['--subscribers', 'business=3', '--active', 'business=1', '--use', 'business=0.8'];
  const mix = ['--mix', 'list=0.6,get=0.3,create=0.1', '--allow-writes'];
  const steps = ['--steps', '50,100', '--step-duration', '10'];
  const { said } = await run(['capacity', ...args, ...customers, ...mix, ...steps]);
  const result = resultIn(out);
  expect(result.requests.unplanned429, said).toBe(0);
  const counts = reference.counts();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBe(result.requests.sent);
  expect(result.requests.sent).toBe(result.requests.planned);
  expect(counts['POST 201']).toBe(result.capacity?.created);
  expect(result.capacity?.created).toBeGreaterThan(15);
});
