import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { canary } from '../outcome/canary.ts';
import { tracesOf } from '../outcome/spellings.ts';
import { openToOthers, processTexts, textsBelow } from '../outcome/texts.ts';
import { describeWithK6, realK6 } from '../real-k6.ts';
import { start } from './run.ts';
import { between, conforming } from './servers.ts';

/** Seconds. Short, so that one key of the plan Free carries a capacity run. */
const WINDOW = 2;

const KEY = 'sk_live_Zw7hTq2LmB9vXc4RnD6y';

/** Words of the calls that start k6. All other commands are tested in virtual time: tests/virtual/keys/canary.test.ts. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  limits: ['--verbose'],
  capacity: [
    ...['--p50', '2s', '--errors', '50%', '--steps', '100', '--step-duration', '2', '--window', String(WINDOW)],
    ...['--subscribers', 'free=20', '--active', 'free=1', '--use', 'free=0.5'],
  ],
};

describeWithK6.concurrent('a service that sends the key back in every spelling', () => {
  it.each(Object.entries(CALLS))('finds it in no process, file or output of %s', async (command, words) => {
    const service = await conforming({ keys: { [KEY]: 'free' }, windowSeconds: WINDOW });
    const { baseUrl } = await between(service, canary(KEY, sleep));
    const root = temporaryFolder();
    const file = join(temporaryFolder(), 'key');
    writeFileSync(file, `${KEY}\n`);
    for (const name of ['tmp', 'state', 'home']) mkdirSync(join(root, name));
    const key = `keys: { free: { file: ${file} } }, allow: { writes: true, load: true }`;
    const target = `{ baseUrl: "${baseUrl}", class: staging, window: ${WINDOW}s, settle: 100ms, ${key} }`;
    writeFileSync(join(root, 'storecheck.yaml'), `targets: { canary: ${target} }\n`);
    const env = {
      HOME: join(root, 'home'),
      TMPDIR: join(root, 'tmp'),
      XDG_STATE_HOME: join(root, 'state'),
      K6_BIN: realK6().path,
    };
    const out = join(root, 'run');
    const { child, ended } = await start([command, '--target', 'canary', '--out', out, ...words], {
      cwd: root,
      env,
    });
    const seen = new Map<string, Set<string>>();
    const look = () => {
      for (const [name, text] of [...processTexts(child.pid ?? 0), ...textsBelow(root)])
        seen.set(name, (seen.get(name) ?? new Set()).add(text));
    };
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    for (; !isOver; await sleep(200)) look();
    const { stdout, stderr, code, said } = await ended;
    look();
    expect([0, 1, 3], said.slice(-2_000)).toContain(code);
    seen.set('stdout', new Set([stdout])).set('stderr', new Set([stderr]));
    const texts = [...seen.values()].flatMap((versions) => [...versions]);
    expect(tracesOf(KEY, texts)).toEqual([]);
    const names = [...seen.keys()].join('\n');
    expect(names).toMatch(/^environment of child .*k6 run/m);
    expect(names).toMatch(/tmp\/storecheck-k6-\w+\/journal/);
    expect(readdirSync(join(root, 'tmp'))).toEqual([]);
    expect([out, join(root, 'state/storecheck')].flatMap(openToOthers)).toEqual([]);
  });
});
