import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../folder.ts';
import { FREE_KEY, PRO_KEY } from '../outcome/checked.ts';
import { run } from '../virtual/command.ts';
import { blocks, lint, read, valuesOf } from './recipes.ts';

const page = read('docs/ci.md');
const workflows = blocks(page, 'yaml').map((text) => parse(text, { strict: true }) as Record<string, unknown>);
const pipelines = blocks(page, 'groovy');
const action = parse(read('action.yml')) as { inputs: Record<string, unknown>; outputs: Record<string, unknown> };

/** Shell that a workflow runs: `run` of GitHub, `script` and `before_script` of GitLab, `sh` of Jenkins. */
const shell = [
  ...workflows
    .flatMap((one) => ['run', 'script', 'before_script'].flatMap((name) => valuesOf(name, one)))
    .flat()
    .map(String),
  ...pipelines.flatMap((text) =>
    [...text.matchAll(/sh '''([\s\S]*?)'''/g)].map(([, script = '']) => script.replace(/\\\\/g, '\\')),
  ),
  ...blocks(page, 'sh'),
];

describe('docs/ci.md', () => {
  it('has a storecheck.yaml with which the gates may run', async () => {
    const [, config = ''] = /^ {2}```yaml\n([\s\S]*?)^ {2}```$/m.exec(page) ?? [];
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'storecheck.yaml'), config.replace(/^ {2}/gm, ''));
    const env = { STORE_API_KEY_FREE: FREE_KEY, STORE_API_KEY_PRO: PRO_KEY };
    const { code, said, unwrapped } = await run(['run', '--target', 'staging', '--dry-run'], { cwd, env });
    expect(code, said).toBe(0);
    expect(unwrapped).toContain('(staging)');
    expect(unwrapped).not.toContain('would refuse');
  });

  it('names the target of every call, and the host of those that write or exhaust limits', () => {
    const calls =
      shell
        .join('\n')
        .replace(/\\+\n\s*/g, ' ')
        .match(/\bstorecheck (check|limits|run|judge) [^\n|;&`]*/g) ?? [];
    expect(calls.length).toBeGreaterThan(5);
    for (const call of calls) {
      expect(call).toMatch(/ --(base-url|target) /);
      if (/ --allow-(writes|load)/.test(call)) expect(call).toContain(' --confirm-host ');
    }
  });

  it('gives every gate --fail-on skipped, and every nightly nothing that writes or exhausts limits', () => {
    const gates = shell.filter((one) => /storecheck run /.test(one));
    const nightly = shell.filter((script) => script.includes('api.example.com'));
    expect(Math.min(gates.length, nightly.length)).toBeGreaterThan(2);
    for (const script of gates) expect(script).toContain('--fail-on skipped');
    for (const script of nightly) expect(script).not.toMatch(/--allow-|storecheck (run|limits)/);
    expect(page).toContain('fail-on: skipped');
  });

  it('pins every action by commit, and contains only valid shell without pasted values', () => {
    const uses = workflows.flatMap((one) => valuesOf('uses', one)).map(String);
    expect(uses.length).toBeGreaterThan(3);
    for (const one of uses) expect(one).toMatch(/@[0-9a-f]{40}$|^\.\/storecheck$/);
    for (const script of shell) {
      expect(() => lint(script), script).not.toThrow();
      expect(script).not.toMatch(/\$\{\{/);
    }
    for (const one of workflows.filter((workflow) => 'jobs' in workflow))
      expect(one['permissions']).toEqual({ contents: 'read' });
  });

  it('uses only existing inputs and outputs of the action', () => {
    const steps = workflows.flatMap((one) => valuesOf('steps', one)).flat() as { uses?: string; with?: object }[];
    const [gate] = steps.filter(({ uses }) => uses?.startsWith('example/storecheck@'));
    expect(Object.keys(gate?.with ?? {}).length).toBeGreaterThan(3);
    for (const input of Object.keys(gate?.with ?? {})) expect(Object.keys(action.inputs)).toContain(input);
    const outputs = [...page.matchAll(/steps\.storecheck\.outputs\.([a-z-]+)/g)].map(([, name]) => name);
    expect(outputs.length).toBeGreaterThan(1);
    for (const output of outputs) expect(Object.keys(action.outputs)).toContain(output);
  });
});
