import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { PRO_KEY } from '../outcome/checked.ts';
import { check } from './check.ts';
import { run, start } from './run.ts';
import { between, conforming } from './servers.ts';

/** Runs the command after a line of shell. */
const shell = (line: string) => ['sh', '-c', `${line} "$0" "$@"`, process.execPath];

describe.concurrent('the process', () => {
  it('ends when the reader of stdout has gone', async () => {
    const { child, ended } = await start(['explain']);
    child.stdout.destroy();
    const { hung, stderr } = await ended;
    expect(hung).toBe(false);
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  });

  it.each([
    [
      'the journal',
      'ulimit -f 80; exec',
      [
        /::error title=storecheck%3A incomplete::--out: cannot write to \S+ \(EFBIG/,
        /animals that remain in the store: \d+ /,
        /the verdict was incomplete/,
        /INCOMPLETE: no violation of the specification was found before the run was cut off: --out: cannot write to \S+ \(EFBIG/,
      ],
    ],
    [
      'a report',
      'ulimit -f 518; exec',
      [
        /storecheck: cannot write har to \S+ \(EFBIG\)/,
        /the verdict was incomplete/,
        /INCOMPLETE: no violation of the specification was found, but a part of the output is missing: cannot write har to \S+ \(EFBIG\)\./,
        /::error title=The run did not finish::a part of the output is missing: cannot write har/,
        /::notice title=storecheck%3A incomplete::/,
      ],
    ],
    ['stdout', 'exec >/dev/full', [/cannot write to stdout \(ENOSPC\)/, /the verdict was incomplete/]],
  ])('is incomplete if the disk is full for %s, and gives the verdict', async (what, line, says) => {
    const { baseUrl } = await conforming();
    const args = ['--reporter', `terminal,github${what === 'a report' ? ',har' : ''}`];
    const checked = await check(baseUrl, { node: shell(line), args, env: { GITHUB_ACTIONS: 'true' } });
    for (const text of says) expect(checked.unwrapped).toMatch(text);
    expect(checked.said).not.toMatch(/internal error|nothing was sent|interrupted|PASSED|^\s+at /m);
    expect(checked.code).toBe(3);
    if (what === 'the journal') return;
    expect(checked.result).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
    expect(checked.result?.run.writeError).toMatch(/^cannot write (har|to stdout)/);
    expect(existsSync(join(checked.out, 'exchanges.har'))).toBe(false);
    for (const file of ['junit.xml', 'summary.md'])
      expect(readFileSync(join(checked.out, file), 'utf8')).toMatch(/incomplete/i);
  });

  it('ends with exit 2 if stdout is full for a command that sends nothing', async () => {
    const { code, stderr } = await run(['explain'], { node: shell('exec >/dev/full') });
    expect([code, stderr]).toEqual([2, 'storecheck: cannot write to stdout (ENOSPC)\n']);
  });

  it('refuses limits before the first request if the temporary folder cannot be written', async () => {
    const server = await between(await conforming(), () => false);
    const words = ['limits', '--base-url', server.baseUrl, '--key', 'pro=env:KEY_OF_THE_TEST'];
    const { code, stderr } = await run(words, { env: { TMPDIR: '/proc/nope', KEY_OF_THE_TEST: PRO_KEY } });
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'cannot write to /proc/nope (ENOENT), the temporary folder for k6: set TMPDIR to a writable folder',
    );
    expect([code, server.seen]).toEqual([2, []]);
  });

  it('ends with exit 4 on an uncaught error, and names the journal', async () => {
    const fault = join(temporaryFolder(), 'fault.cjs');
    const opened = "String(path).endsWith('exchanges.ndjson')";
    const thrown = "setTimeout(() => { throw new Error('out of the blue'); }, 50)";
    writeFileSync(
      fault,
      `const fs = require('fs'); const { openSync } = fs;
      fs.openSync = (path, ...more) => { if (${opened}) ${thrown}; return openSync(path, ...more); };`,
    );
    const env = { GITHUB_ACTIONS: 'true' };
    const checked = await check((await conforming()).baseUrl, {
      node: [process.execPath, '-r', fault],
      env,
    });
    expect(checked.code, checked.said).toBe(4);
    expect(checked.stderr).toContain('internal error');
    expect(checked.stderr).toContain(`report ${checked.out} --judge --write judges what was recorded`);
    expect(checked.stdout).toContain('::error title=storecheck%3A internal error::out of the blue');
  });
});
