import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { apiKey } from '../../../src/exchange/api-key.ts';
import { runK6 } from '../../../src/k6/run/run-k6.ts';
import { temporaryFolder, writeFiles } from '../../support/files.ts';
import { contentOf } from '../../support/processes.ts';
import { REAL_IO, realK6 } from '../../support/real-io.ts';
import { FREE_KEY } from '../../support/runs.ts';
import { start, until } from '../real-command.ts';
import { conforming } from '../real-servers.ts';
import { fakeK6 } from './fake-k6.ts';

const real = await realK6();

it('k6 finds keys in a file without a name, and none in its folder, arguments or environment', async () => {
  const folder = temporaryFolder();
  const secret = 'sesame-open-4711/+=&';
  const body = `const valueOf = (option) => args.find((arg) => arg.startsWith(option)).slice(option.length);
    const keys = fs.openSync(valueOf('--secret-source=file=')); const config = JSON.parse(fs.readFileSync(valueOf('CONFIG=')));
    const texts = fs.readdirSync('.').map((name) => fs.readFileSync(name, 'utf8')).join();
    fs.writeFileSync('${folder}/seen', JSON.stringify({ args, env: process.env, config, texts, links: fs.fstatSync(keys).nlink,
    mode: fs.fstatSync(keys).mode & 0o777, folder: fs.statSync('.').mode & 0o777, keys: fs.readFileSync(keys, 'utf8') }));`;
  const experiment = { plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 } as const;
  const config = { run: 'fake', baseUrl: 'http://127.0.0.1:9/v1', timeoutSeconds: 30, experiments: [experiment] };
  const inherited = { K6_ITERATIONS: '3', HTTPS_PROXY: 'http://127.0.0.1:9', STORE_API_KEY_FREE: secret };
  await runK6({
    config,
    script: '/nowhere/quota.js',
    keys: [apiKey('free#1', secret)],
    k6: { path: fakeK6(folder, 'k6', body), version: 'v2.2.0' },
    io: { ...REAL_IO, env: { PATH: '/usr/bin:/bin', HOME: folder, ...inherited } },
  });
  const { keys, links, mode, folder: folderMode, ...visible } = JSON.parse(readFileSync(join(folder, 'seen'), 'utf8'));
  expect([keys, links, mode, folderMode]).toEqual([`free#1=${secret}\n`, 0, 0o600, 0o700]);
  expect(JSON.stringify(visible)).not.toContain(secret);
  // Neither inherited K6_* variables nor a proxy.
  const own = ['K6_NO_USAGE_REPORT', 'K6_AUTO_EXTENSION_RESOLUTION'];
  expect(Object.keys(visible.env).filter((name) => /^K6_|PROXY|STORE/.test(name))).toEqual(own);
  expect(visible.args).toContain('--include-system-env-vars=false');
  expect(visible.config).toEqual(config);
});

it('a child process that hangs is stopped by SIGINT, SIGINT, SIGKILL', async () => {
  const cwd = temporaryFolder();
  const lines = ['#!/bin/sh', 'trap "printf \'SIGINT \' >&2" INT', ': >ready', 'while :; do sleep 0.02; done'];
  writeFiles(cwd, { hangs: lines.join('\n') }, 0o700);
  const stop = new AbortController();
  const path = join(cwd, 'hangs');
  const child = REAL_IO.k6.start({ path, args: [], cwd, env: {}, graceMs: 1_000, signal: stop.signal });
  await until(() => existsSync(join(cwd, 'ready')));
  stop.abort();
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL', stderrTail: 'SIGINT SIGINT ' });
});

/** `storecheck limits` with this k6. */
async function limits(k6: string, place: string, node = [process.execPath]) {
  const { baseUrl } = await conforming({ keys: { [FREE_KEY]: 'free' } });
  const words = ['limits', '--base-url', baseUrl, '--key', 'free=env:KEY', '--k6', k6];
  return start(words, { env: { KEY: FREE_KEY, TMPDIR: place }, node });
}

it('an uncaught error kills k6, and leaves no key behind', async () => {
  const place = temporaryFolder();
  const [note, fault] = [join(place, 'note'), join(place, 'fault.cjs')];
  const seen = "{ pid: process.pid, folder: process.cwd(), keys: fs.readFileSync('/dev/fd/3', 'utf8') }";
  const body = `fs.writeFileSync('${note}.part', JSON.stringify(${seen})); fs.renameSync('${note}.part', '${note}');
    process.on('SIGINT', () => {}); setTimeout(() => {}, 20000);`;
  const thrown = `if (require('fs').existsSync('${note}')) throw new Error('a defect');`;
  writeFileSync(fault, `setInterval(() => { ${thrown} }, 50).unref();`);
  const { ended } = await limits(fakeK6(place, 'k6', body), place, [process.execPath, '-r', fault]);
  expect((await ended).code).toBe(4);
  const { pid, folder, keys } = JSON.parse(readFileSync(note, 'utf8'));
  expect([keys, existsSync(folder)]).toEqual([`free#1=${FREE_KEY}\n`, false]);
  await until(() => !isAlive(pid));
});

it('after SIGKILL, k6 ends with its next progress line, and its folder has no key', async () => {
  const place = temporaryFolder();
  const note = join(place, 'note');
  const k6 = `#!/bin/sh\n[ "$1" = version ] || echo "$$ $PWD" >'${note}'\nexec '${real.path}' "$@"\n`;
  writeFiles(place, { k6 }, 0o755);
  const { child } = await limits(join(place, 'k6'), place);
  await until(() => contentOf(note)?.endsWith('\n') === true);
  const [pid = '', folder = ''] = readFileSync(note, 'utf8').trim().split(' ');
  await until(() => existsSync(join(folder, 'journal.ndjson')));
  child.kill('SIGKILL');
  await until(() => !isAlive(Number(pid)));
  // Nobody can clean up behind a SIGKILL: the folder stays, and no key is in it.
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect([texts.length, texts.filter((text) => text.includes(FREE_KEY))]).toEqual([3, []]);
});

const isAlive = (pid: number) =>
  / [^Z] /.test((contentOf(`/proc/${pid}/stat`) ?? '').replace(/^.*\)(?= \w )/, '').slice(0, 3));
