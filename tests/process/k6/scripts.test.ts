import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { journalReader } from '../../../src/k6/run/journal.ts';
import { LOAD_SCRIPTS } from '../../built.ts';
import { temporaryFolder } from '../../folder.ts';
import { realK6 } from '../real-k6.ts';
import { conforming } from '../servers.ts';

const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), K6_NO_USAGE_REPORT: 'true' };
const k6 = (...args: readonly string[]) => promisify(execFile)(realK6().path, args, { env });
const set = (variables: Readonly<Record<string, string | number>>) =>
  Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);

describe.concurrent('k6 inspect', () => {
  const minutes = 'free:60,pro:300,business:1000,enterprise:10000';
  const days = 'free:60:1000,pro:300:10000,business:1000:100000,enterprise:10000:1000000';

  it.each([
    ['quota', 60, minutes, 4],
    ['quota', 3, minutes, 4],
    ['sustain', 6, minutes, 4],
    ['daily', 60, days, 8],
  ] as const)('accepts every scenario of %s with a window of %i s', async (script, window, plans, scenarios) => {
    const windows = script === 'sustain' ? { WINDOWS: 3 } : {};
    const variables = { BASE_URL: 'http://127.0.0.1:9/v1', PLANS: plans, WINDOW_SECONDS: window, ...windows };
    const { stdout, stderr } = await k6('inspect', '--execution-requirements', ...set(variables), LOAD_SCRIPTS[script]);
    expect(stderr).not.toMatch(/unknown field/i);
    expect(Object.keys(JSON.parse(stdout).scenarios).length).toBe(scenarios);
  });
});

describe('k6 run', () => {
  it('works as the first lines of a load script say', async () => {
    const server = await conforming({ windowSeconds: 2 });
    const place = temporaryFolder();
    const [keys, journal] = [join(place, 'keys'), join(place, 'bare.ndjson')];
    writeFileSync(keys, `free#1=${server.keys.free}\n`, { mode: 0o600 });
    const variables = set({ BASE_URL: server.baseUrl, PLANS: 'free:60', WINDOW_SECONDS: 2 });
    const files = [`--secret-source=file=${keys}`, '--log-format', 'raw', '--console-output', journal];
    await k6('run', '--quiet', ...files, ...variables, LOAD_SCRIPTS.quota);
    const { add, end } = journalReader();
    for (const line of readFileSync(journal, 'utf8').trimEnd().split('\n')) add(line);
    const { complete, problems, exchanges } = end('');
    expect({ complete, problems }).toEqual({ complete: true, problems: [] });
    expect(exchanges.length).toBe(server.received().length);
    expect(exchanges.length).toBeGreaterThan(64);
  });
});
