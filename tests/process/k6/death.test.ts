import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { fakeK6 } from '../../k6/fake-k6.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { until } from '../push.ts';
import { realK6 } from '../real-k6.ts';
import { start } from '../run.ts';
import { conforming } from '../servers.ts';

/** `storecheck limits` with this k6. The runs of other tests remove what they find in their temporary folder. */
async function limits(k6: string, place: string, node = [process.execPath]) {
  const { baseUrl } = await conforming({ keys: { [FREE_KEY]: 'free' } });
  const words = ['limits', '--base-url', baseUrl, '--key', 'free=env:KEY', '--k6', k6];
  return start(words, { env: { KEY: FREE_KEY, TMPDIR: place }, node });
}

it('an uncaught error kills k6, and leaves no key behind', async () => {
  const place = temporaryFolder();
  const [note, fault] = [join(place, 'note'), join(place, 'fault.cjs')];
  const k6 = fakeK6(
    place,
    'k6',
    `fs.writeFileSync('${note}.part', JSON.stringify({ pid: process.pid, folder: process.cwd(), keys: fs.readFileSync('/dev/fd/3', 'utf8') }));
    fs.renameSync('${note}.part', '${note}'); process.on('SIGINT', () => {}); setTimeout(() => {}, 20000);`,
  );
  const thrown = `if (require('fs').existsSync('${note}')) throw new Error('a defect');`;
  writeFileSync(fault, `setInterval(() => { ${thrown} }, 50).unref();`);
  const { ended } = await limits(k6, place, [process.execPath, '-r', fault]);
  expect((await ended).code).toBe(4);
  const { pid, folder, keys } = JSON.parse(readFileSync(note, 'utf8'));
  expect(keys).toBe(`free#1=${FREE_KEY}\n`);
  expect(existsSync(folder)).toBe(false);
  await until(() => !isAlive(pid));
});

it('after SIGKILL, k6 ends with its next progress line, and the next run removes its folder', async () => {
  const place = temporaryFolder();
  const [note, path] = [join(place, 'note'), join(place, 'k6')];
  const k6 = realK6().path;
  const script = `[ "$1" = version ] || echo "$$ $PWD" >'${note}'\nexec '${k6}' "$@"\n`;
  writeFileSync(path, `#!/bin/sh\n${script}`, { mode: 0o755 });
  const { child } = await limits(path, place);
  await until(() => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'));
  const [pid = '', left = ''] = readFileSync(note, 'utf8').trim().split(' ');
  await until(() => existsSync(join(left, 'journal.ndjson')));
  child.kill('SIGKILL');
  await until(() => !isAlive(Number(pid)));
  // Nobody can clean up behind a SIGKILL: the folder stays, and no key is in it.
  const texts = readdirSync(left).map((name) => readFileSync(join(left, name), 'utf8'));
  expect([texts.length, texts.filter((text) => text.includes(FREE_KEY))]).toEqual([4, []]);
  const next = await limits(fakeK6(place, 'next', ''), place);
  await next.ended;
  expect(existsSync(left)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
  } catch {
    return false;
  }
}
