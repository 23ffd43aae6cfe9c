import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { everything, PRO_KEY } from '../outcome/checked.ts';
import { start } from './run.ts';
import { between, conforming } from './servers.ts';

it('a key from a file is in no argument, environment, output or file of the process', async () => {
  const seen: string[] = [];
  const server = await between(await conforming(), () => {
    for (const name of ['cmdline', 'environ']) seen.push(readFileSync(`/proc/${running.child.pid}/${name}`, 'utf8'));
    return false;
  });
  const file = join(temporaryFolder(), 'pro.key');
  writeFileSync(file, `${PRO_KEY}\n`, { mode: 0o600 });
  const out = join(temporaryFolder(), 'run');
  const running = await start(['check', '--base-url', server.baseUrl, '--key', `pro=file:${file}`, '--out', out]);
  const ended = await running.ended;
  expect(ended.code, ended.said).toBe(0);
  expect(seen.join()).toContain('pro=file:');
  const texts = { ...everything({ ...ended, out, result: undefined, journal: '' }), seen: seen.join() };
  expect(Object.entries(texts).filter(([, text]) => text.includes(PRO_KEY))).toEqual([]);
});
