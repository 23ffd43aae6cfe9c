import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NEW_LIST } from '../../../src/cli/files/add-waivers.ts';
import { readConfig } from '../../../src/config/index.ts';
import { signatureOf } from '../../../src/judge/gate/signature.ts';
import { applyWaivers } from '../../../src/judge/gate/waiver.ts';
import type { RequirementResult } from '../../../src/result/result.ts';
import { temporaryFolder } from '../../folder.ts';
import { variantNamed } from '../../reference/variant-named.ts';
import { failing, result, row } from '../../reporters/results.ts';
import { check } from '../check.ts';
import { run } from '../command.ts';
import { conforming } from '../servers.ts';

const signature = signatureOf(failing.id, failing.findings);
const failed = { ...failing, signature };
const GIVEN = ['--owner', 'team-store', '--reason', 'fixed in 4.2', '--expires', '2099-01-01'];

/** A folder with a run in it, whose target is a host. */
function runOf(requirements: readonly RequirementResult[], folder = temporaryFolder()): string {
  const { target } = result();
  mkdirSync(join(folder, 'run'));
  writeFileSync(
    join(folder, 'run', 'results.json'),
    JSON.stringify(result({ requirements, target: { ...target, name: '127.0.0.1:8080' } })),
  );
  return folder;
}

const waive = (cwd: string, id: string, ...more: string[]) => run(['waive', id, 'run', ...GIVEN, ...more], { cwd });

describe('storecheck waive', () => {
  it('writes an entry that accepts the finding, and makes the file', async () => {
    const cwd = runOf([row(), failed]);
    const ended = await waive(cwd, failed.id, '--link', 'https://issues.example.com/1');
    expect(ended.code, ended.said).toBe(0);
    expect(ended.unwrapped).toContain('wrote a waiver to the new file storecheck.yaml: list.limit-honoured');
    const given = readConfig(readFileSync(join(cwd, 'storecheck.yaml'), 'utf8'), 'storecheck.yaml');
    if ('problems' in given) throw new Error(JSON.stringify(given.problems));
    const context = { target: '127.0.0.1:8080', today: '2098-01-01' };
    const { rows, problems } = applyWaivers([failed], given.config.waivers, context);
    expect(problems).toEqual([]);
    expect(rows[0]?.waiver).toMatchObject({ owner: 'team-store', link: 'https://issues.example.com/1', line: 3 });
    expect((await waive(cwd, failed.id)).code, 'the same again').toBe(2);
  });

  it.each([
    ['a violation', 'takes-null-name', 'create.rejects.null-name', [1, 0, 1, 1]],
    ['a warning', 'no-challenge', 'auth.www-authenticate', [0, 0, 0, 1]],
  ])('accepts %s of a target that has the base URL of the run', async (_what, variant, id, codes) => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'storecheck.yaml');
    const { baseUrl, keys } = await conforming({ variants: [variantNamed(variant)] });
    const { out, code } = await check(baseUrl, { key: keys.pro });
    writeFileSync(file, `targets:\n  staging:\n    baseUrl: ${baseUrl}\n`);
    expect((await run(['waive', id, out, ...GIVEN], { cwd })).unwrapped).toContain(' on staging, until 2099-01-01');
    const accepted = await run(['judge', out], { cwd });
    writeFileSync(file, readFileSync(file, 'utf8').replace(/signature: .*/, 'signature: a00000'));
    const other = await run(['judge', out], { cwd });
    expect(other.unwrapped).toMatch(new RegExp(`[~✗] waiver of ${id} .*: does not accept `));
    const strict = await run(['judge', out, '--fail-on', 'should'], { cwd });
    expect([code, accepted.code, other.code, strict.code], strict.said).toEqual(codes);
  });

  it('is counted in the one line of --quiet', async () => {
    const waiver = { reason: 'known', owner: 'team', expires: '2099-01-01', line: 2 };
    const cwd = runOf([row(), { ...failed, waiver }]);
    const quiet = await run(['report', 'run', '--reporter', 'terminal', '--quiet'], { cwd });
    expect(quiet.stdout).toBe('passed with 1 waived violation\n');
    const plain = await run(['report', 'run', '--reporter', 'terminal', '--quiet'], { cwd: runOf([row()]) });
    expect(plain.stdout).toBe('passed\n');
  });

  it('prints the entry with --print, and writes nothing', async () => {
    const cwd = runOf([failed]);
    const ended = await waive(cwd, failed.id, '--print');
    expect(ended.code, ended.said).toBe(0);
    expect(ended.stdout).toBe(
      `${NEW_LIST}  - requirement: list.limit-honoured\n    target: 127.0.0.1:8080\n    signature: ${signature}\n    reason: fixed in 4.2\n    owner: team-store\n    expires: 2099-01-01\n`,
    );
    expect(existsSync(join(cwd, 'storecheck.yaml'))).toBe(false);
  });

  it('writes one entry for each requirement of a pattern and each of its findings, on one plan with --plan', async () => {
    const limit = { ...failed, id: 'limit.status' };
    const limits = [
      { ...limit, plan: 'free', signature: 'a00000' },
      { ...limit, plan: 'pro', signature: 'b00000' },
    ];
    const cwd = runOf([failed, { ...failed, id: 'list.schema' }, ...limits]);
    const printed = async (...args: string[]) => {
      const { stdout } = await run(['waive', ...args, ...GIVEN, '--print'], { cwd });
      return [...stdout.matchAll(/(?:requirement|signature): (.*)/g)].map(([, value]) => value);
    };
    expect(await printed('list.*', 'run')).toEqual([failed.id, signature, 'list.schema', signature]);
    expect(await printed('*', 'run')).toHaveLength(8);
    expect(await printed('limit.status', 'run', '--plan', 'pro')).toEqual(['limit.status', 'b00000']);
  });

  it('follows a symbolic link and keeps the mode of the file', async () => {
    const cwd = runOf([failed]);
    mkdirSync(join(cwd, 'kept'));
    writeFileSync(join(cwd, 'kept', 'real.yaml'), '# ours\n', { mode: 0o600 });
    symlinkSync('kept/real.yaml', join(cwd, 'storecheck.yaml'));
    expect((await waive(cwd, failed.id)).code).toBe(0);
    expect(readFileSync(join(cwd, 'kept', 'real.yaml'), 'utf8')).toMatch(/^# ours\nwaivers:\n/);
  });
});
