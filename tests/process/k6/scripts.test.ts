import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { journalReader } from '../../../src/k6/run/run.ts';
import { LOAD_SCRIPTS } from '../../built.ts';
import { temporaryFolder } from '../../folder.ts';
import { realK6 } from '../real-k6.ts';
import { conforming } from '../servers.ts';

const env = { PATH: process.env['PATH'], HOME: temporaryFolder(), K6_NO_USAGE_REPORT: 'true' };
const k6 = (...args: readonly string[]) => promisify(execFile)(realK6().path, args, { env });
const set = (variables: Readonly<Record<string, string | number>>) =>
  Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);

it('a load script works with plain k6, as its first lines say', async () => {
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
