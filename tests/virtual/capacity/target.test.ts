import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeLedger, ledgerFile, readLedger } from '../../../src/ledger/ledger.ts';
import { temporaryFolder } from '../../folder.ts';
import { resultIn } from '../../outcome/left.ts';
import { run } from '../command.ts';
import { between, conforming } from '../servers.ts';
import { startWorld, world } from '../world.ts';

const KEYS = ['business-key-one-1', 'business-key-two-2'] as const;
const OTHER_HOST = 'store.example.com';

/** A service with two business keys, and a folder whose storecheck.yaml names it: 25 requests/s at the peak. */
async function configured(...lines: readonly string[]) {
  startWorld({ hosts: { [OTHER_HOST]: '127.0.0.1' } });
  const reference = await conforming({ keys: Object.fromEntries(KEYS.map((key) => [key, 'business' as const])) });
  const { port, seen } = await between(reference, () => false);
  const cwd = temporaryFolder();
  writeFileSync(
    join(cwd, 'storecheck.yaml'),
    `targets:
  it:
    baseUrl: http://${OTHER_HOST}:${port}/v1
    keys: { business: [{ env: ONE }, { env: TWO }] }
    ${lines.join('\n    ')}
  other: { baseUrl: "http://127.0.0.1:9/v1" }
capacity:
  plans: { business: { subscribers: 3, activeAtPeak: 1, use: 0.5 } }
  mix: { list: 0.8, create: 0.2 }
  objectives: { p95: 1s, errors: 5% }
`,
  );
  const env = { ONE: KEYS[0], TWO: KEYS[1], XDG_STATE_HOME: temporaryFolder() };
  const capacity = (...args: readonly string[]) =>
    run(['capacity', '--target', 'it', '--steps', '100', '--step-duration', '5', '--out', 'run', ...args], {
      cwd,
      env,
    });
  const result = () => resultIn(join(cwd, 'run'));
  return { capacity, result, seen, host: `${OTHER_HOST}:${port}`, ledger: ledgerFile(env) };
}

describe('capacity --target', () => {
  it.each([
    ['staging', [], [], false],
    ['staging', [], ['--allow-writes'], true],
    ['staging', ['allow: { writes: true }'], [], true],
    ['production', [], ['--allow-load', '--allow-writes', '--confirm-host', 'NAME'], true],
  ] as const)('on %s, with %j and %j: sends creates is %s', async (targetClass, lines, args, writes) => {
    const { capacity, result, seen, host } = await configured(`class: ${targetClass}`, ...lines);
    const { said } = await capacity(...args.map((arg) => (arg === 'NAME' ? host : arg)));
    expect(result().requests, said).toMatchObject({ sent: seen.length, unplanned429: 0 });
    expect(result().target).toMatchObject({ name: 'it', class: targetClass });
    expect(result().capacity?.shares).toMatchObject([{ plan: 'business', keys: 2, perWindow: 1_000 }]);
    expect(seen.some((request) => request.startsWith('POST '))).toBe(writes);
    expect(said.includes('are sent as reads')).toBe(!writes);
  });

  it('counts every key of the pool in the ledger, and refuses a key whose share of the day is used', async () => {
    const { capacity, result, ledger, seen } = await configured('class: staging', 'budgets: { shareOfDay: 0.002 }');
    await capacity();
    const { now } = world().clock;
    const counted = [...readLedger(ledger, now()).values()].flatMap(({ entries }) =>
      entries.map((one) => one.requests),
    );
    expect(counted).toHaveLength(2);
    expect(counted.reduce((sum, requests) => sum + requests, 0)).toBe(result().requests.sent);
    // 0.2 % of 100,000 are 200 a key; one run takes about 70 of them.
    changeLedger(ledger, now(), (records) => {
      for (const [name, { entries }] of records)
        records.set(name, { entries: entries.map((one) => ({ ...one, requests: 190 })) });
    });
    const before = seen.length;
    const { code, unwrapped } = await capacity('--out', 'again');
    expect(code, unwrapped).toBe(3);
    expect(unwrapped).toMatch(/business#1: 190 requests in the last 24 hours .* possible from \d{4}-/);
    expect(unwrapped).toContain('business#2: 190 requests');
    expect(seen.length).toBe(before);
  });
});
