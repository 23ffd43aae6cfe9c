import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../folder.ts';
import { fakeK6 } from '../../k6/fake-k6.ts';
import { until } from '../push.ts';
import { realK6 } from '../real-k6.ts';

const folder = temporaryFolder();
const driver = join(folder, 'driver.mjs');

/** A program that runs the driver with a k6 that hangs before it has begun, and dies in the given way. */
beforeAll(async () => {
  const source = `import { apiKey } from ${JSON.stringify(fileURLToPath(new URL('../../../src/exchange/api-key.ts', import.meta.url)))};
    import { runK6 } from ${JSON.stringify(fileURLToPath(new URL('../../../src/k6/run/run.ts', import.meta.url)))};
    import { processIo } from ${JSON.stringify(fileURLToPath(new URL('../../../src/cli/process-io.ts', import.meta.url)))};
    import { existsSync } from 'node:fs';
    const [path, death, note, script = 'none.js'] = process.argv.slice(2);
    const onceItHangs = (act) => setInterval(() => existsSync(note) && act(), 50);
    const config = { run: 'r', baseUrl: 'http://127.0.0.1:9', experiments: [{ plan: 'free', key: 'free#1', perWindow: 60, windowSeconds: 60 }] };
    if (death === 'throw') onceItHangs(() => { throw new Error('a defect'); });
    if (death === 'exit') onceItHangs(() => process.exit(3));
    await runK6({ io: processIo(''), k6: { path, version: 'v2.2.0' }, kind: 'quota', script, config, keys: [apiKey('free#1', 'secret')], env: process.env });`;
  await build({
    stdin: { contents: source, resolveDir: folder },
    outfile: driver,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});

describe('when this process dies, k6 is killed and no key is left behind', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'throw', 'exit'])('by %s', async (death) => {
    const place = temporaryFolder();
    const note = join(place, `${death}.json`);
    const k6 = fakeK6(
      place,
      `hang-${death}`,
      `fs.writeFileSync(${JSON.stringify(`${note}.part`)}, JSON.stringify({ pid: process.pid, folder: process.cwd(), keys: fs.readFileSync('/dev/fd/3', 'utf8') }));
      fs.renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)}); process.on('SIGINT', () => {}); setTimeout(() => {}, 20000);`,
    );
    const child = spawn(process.execPath, [driver, k6, death, note], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    await until(() => existsSync(note));
    const hung = JSON.parse(readFileSync(note, 'utf8'));
    expect(hung.keys).toBe('free#1=secret\n');
    if (death.startsWith('SIG')) child.kill(death as NodeJS.Signals);
    expect(await ended).toBe({ throw: 1, exit: 3 }[death] ?? death);
    expect(existsSync(hung.folder)).toBe(false);
    await until(() => !isAlive(hung.pid));
  });
});

describe('when this process is killed by SIGKILL', () => {
  it('k6 ends with its next progress line, and the next run removes its folder', async () => {
    const place = temporaryFolder();
    const [note, script, path] = ['note', 'endless.js', 'k6'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(
      script,
      `export default () => new Promise((resolve) => { console.log('x'); setTimeout(resolve, 60_000); });`,
    );
    writeFileSync(path, `#!/bin/sh\necho "$$ $PWD" >'${note}'\nexec '${realK6().path}' "$@"\n`, { mode: 0o755 });
    // The runs of other tests remove what they find in their temporary folder.
    const options = { stdio: 'ignore', env: { ...process.env, TMPDIR: place } } as const;
    const child = spawn(process.execPath, [driver, path, 'SIGKILL', note, script], options);
    await until(() => existsSync(note) && readFileSync(note, 'utf8').endsWith('\n'));
    const [pid, left] = readFileSync(note, 'utf8').trim().split(' ') as [string, string];
    await until(() => existsSync(join(left, 'journal.ndjson')));
    child.kill('SIGKILL');
    await until(() => !isAlive(Number(pid)));
    // Nobody can clean up behind a SIGKILL: the folder stays, and no key is in it.
    const texts = readdirSync(left).map((name) => readFileSync(join(left, name), 'utf8'));
    expect([texts.length, texts.filter((text) => text.includes('secret'))]).toEqual([4, []]);
    const next = spawn(process.execPath, [driver, fakeK6(place, 'next', ''), '', '/nowhere'], options);
    await until(() => !existsSync(left));
    await new Promise((resolve) => next.once('exit', resolve));
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z';
  } catch {
    return false;
  }
}
