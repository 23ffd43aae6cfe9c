import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { check, startCheck } from './check.ts';
import { run, start } from './run.ts';
import { conforming } from './servers.ts';

/** Runs the command after a line of shell. */
const shell = (line: string) => ['sh', '-c', `${line} "$0" "$@"`, process.execPath];

describe('the process', () => {
  it('ends when the reader of stdout has gone', async () => {
    const { child, ended } = await start(['list', '--json']);
    child.stdout.destroy();
    const { hung, stderr } = await ended;
    expect(hung).toBe(false);
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  });

  it('continues when the reader of its progress exits', async () => {
    const { child, ended } = await startCheck((await conforming()).baseUrl);
    child.stderr.destroy();
    const { code, result } = await ended;
    expect([code, result?.outcome]).toEqual([0, 'passed']);
  });

  it.each([
    ['the journal', 'ulimit -f 8; exec', /--out: cannot write to \S+ \(EFBIG/],
    ['a report', 'ulimit -f 300; exec', /cannot write html to \S+ \(EFBIG\)/],
    ['stdout', 'exec >/dev/full', /cannot write to stdout \(ENOSPC\)/],
  ])('ends with exit 2 if the disk is full for %s', async (_what, line, says) => {
    const { baseUrl } = await conforming();
    const checked = await check(baseUrl, { node: shell(line) });
    expect(checked.stderr).toMatch(says);
    expect(checked.stderr).not.toMatch(/internal error|^\s+at /m);
    expect(checked.code).toBe(2);
  });

  it('ends with exit 4 on an uncaught error', async () => {
    const fault = join(temporaryFolder(), 'fault.cjs');
    writeFileSync(fault, "setTimeout(() => { throw new Error('out of the blue'); }, 500)");
    const ended = await run(['serve', '--port', '0'], { node: [process.execPath, '-r', fault] });
    expect(ended.code, ended.said).toBe(4);
    expect(ended.stderr).toContain('internal error');
  });
});
