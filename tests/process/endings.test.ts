import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BUILT } from '../support/built.ts';
import { temporaryFolder } from '../support/files.ts';
import { PRO_KEY } from '../support/runs.ts';
import { check, run, start, startCheck, until } from './real-command.ts';
import { conforming } from './real-servers.ts';

/** Runs the command after a line of shell. */
const shell = (line: string) => ['sh', '-c', `${line} "$0" "$@"`, process.execPath];

it.concurrent('the process ends when the reader of stdout has gone', async () => {
  const { child, ended } = start(['explain']);
  child.stdout.destroy();
  const { code, stderr } = await ended;
  expect(code).not.toBe(null);
  expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
});

const NO_ROOM =
  /missing: --out: cannot write to .*--out: cannot write to \S+ \(EFBIG.*animals that remain in the store: \d+ /;
const NO_HAR = /error title=The run did not finish::a part of the output is missing: cannot write har to \/dev\/full/;
const without = (name: string) =>
  expect.objectContaining({
    outcome: 'incomplete',
    exitCode: 3,
    run: expect.objectContaining({ writeError: expect.stringContaining(`cannot write ${name}`) }),
  });

it.concurrent.each([
  ['the journal', 'ulimit -f 50; exec', '', NO_ROOM, undefined],
  ['a report', 'exec', ',har=/dev/full', NO_HAR, without('har')],
  ['stdout', 'exec >/dev/full', '', /cannot write terminal to stdout \(ENOSPC\)/, without('terminal to stdout')],
])('the process is incomplete if the disk is full for %s, and gives the verdict', async (_what, line, ...row) => {
  const [more, says, result] = row;
  const { baseUrl } = await conforming();
  const args = ['--reporter', `terminal,github${more}`];
  const checked = await check(baseUrl, { node: shell(line), args, env: { GITHUB_ACTIONS: 'true' } });
  for (const text of [says, /the verdict was incomplete/]) expect(checked.unwrapped).toMatch(text);
  expect(checked.said).not.toMatch(/internal error|nothing was sent|interrupted|PASSED|^\s+at /m);
  expect([checked.code, checked.result]).toEqual([3, result]);
});

it.concurrent('the process ends with exit 2 before the first request if stdout or the temporary folder cannot be written', async () => {
  const full = await run(['explain'], { node: shell('exec >/dev/full') });
  expect([full.code, full.stderr]).toEqual([2, 'storecheck: cannot write to stdout (ENOSPC)\n']);
  const server = await conforming();
  const words = ['limits', '--base-url', server.baseUrl, '--key', 'pro=env:KEY_OF_THE_TEST'];
  const { code, unwrapped } = await run(words, { env: { TMPDIR: '/proc/nope', KEY_OF_THE_TEST: PRO_KEY } });
  expect(unwrapped).toContain('the temporary folder for k6: set TMPDIR to a writable folder');
  expect([code, server.seen]).toEqual([2, []]);
});

it.concurrent('the process ends with exit 4 on an uncaught error, and says how to judge the journal', async () => {
  const fault = join(temporaryFolder(), 'fault.cjs');
  writeFileSync(
    fault,
    `const fs = require('fs'); const { openSync } = fs; const fail = () => { throw new Error('out of the blue'); };
    fs.openSync = (path, ...more) => { if (String(path).endsWith('exchanges.ndjson')) setTimeout(fail, 50); return openSync(path, ...more); };`,
  );
  const options = { node: [process.execPath, '-r', fault], env: { GITHUB_ACTIONS: 'true' } };
  const checked = await check((await conforming()).baseUrl, options);
  expect(checked.code, checked.said).toBe(4);
  expect(checked.stderr).toContain('internal error');
  expect(checked.stderr).toContain('report FOLDER --judge --write judges what it recorded');
  expect(checked.stdout).toContain('::error title=storecheck%3A internal error::out of the blue');
});

it.concurrent('the process judges and writes the run on SIGHUP, although a second one follows', async () => {
  const server = await conforming({ change: () => sleep(120) });
  const { child, ended } = startCheck(server.baseUrl);
  await until(() => server.seen.length >= 4);
  child.kill('SIGHUP');
  await sleep(20);
  child.kill('SIGHUP');
  expect((await ended).result).toMatchObject({ exitCode: 130, run: { end: 'interrupted' } });
});

const HOST = 'service.invalid';
const QUESTION = 'Type the host name to continue: ';

it.each([
  [HOST, 3, 'does not resolve'],
  ['service', 2, 'the host is service.invalid, not "service"; nothing was sent'],
  ['\u0003', 130, ''],
])('a real terminal asks for the host, reads %j, and gets no line beyond its width', async (typed, code, says) => {
  const args = ['check', '--base-url', `https://${HOST}/v1`, '--key', 'free=env:KEY', '--allow-writes'];
  // util-linux has `script`, which gives a command a terminal.
  const terminal = ['script', '-qefc', ['stty cols 80;', process.execPath, BUILT, ...args].join(' ')];
  const env = { TERM: 'dumb', KEY: 'a-key-of-nobody' };
  const { child, ended } = start([], { node: terminal, script: '/dev/null', env });
  let said = '';
  child.stdout.on('data', (text: string) => {
    const wasAsked = said.includes(QUESTION);
    said += text;
    if (!wasAsked && said.includes(QUESTION)) child.stdin.write(`${typed}\r`);
  });
  const { code: exit, stdout, unwrapped } = await ended;
  expect(exit, stdout).toBe(code);
  expect(stdout).toMatch(/none can be deleted[\s\S]*Type the host name/);
  expect(unwrapped).toContain(says);
  const lines = stdout.replace(/\u001b\[[\d;?]*[A-Za-z]/g, '').split('\r\n');
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});
