import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/index.ts';
import { goldenIn } from '../../golden.ts';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';
import { expectSession } from '../session.ts';

describe('help', () => {
  it('of every command is written to stdout with exit 0, and names only options that it takes', async () => {
    const described = new Set<string>();
    await expectSession(goldenIn(import.meta.dirname)('help.txt'), {
      after: ({ code, stdout, stderr }, [, command = '']) => {
        expect([code, stderr]).toEqual([0, '']);
        described.add(command);
        // The text after the options has examples of other commands.
        const options = stdout
          .split('\n\n')
          .filter((block) => /^[^\n]+:\n {2}-/.test(block))
          .join('\n');
        expect(options).not.toBe('');
        const taken = new Set([...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name));
        const named = [...options.matchAll(/--[a-z][\w-]+/g)].map(([name]) => name);
        expect(named.filter((name) => !taken.has(name))).toEqual([]);
      },
    });
    expect([...described]).toEqual(expect.arrayContaining(Object.keys(COMMANDS)));
  });

  it('of limits omits options without effect, which are accepted', async () => {
    expect((await run(['limits', '--help'])).stdout).not.toMatch(/--settle|--categories/);
    const words = 'limits --base-url http://127.0.0.1:9/v1 --key free=env:FREE --settle 3 --dry-run'.split(' ');
    const ended = await run(words, { env: { FREE: FREE_KEY } });
    expect(ended.code, ended.said).toBe(0);
  });

  it.each([['--version'], ['help'], ['help', 'check'], ['judge', '-h']])('%s %s exits with 0', async (...words) => {
    const ended = await run(words);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.stdout.length).toBeGreaterThan(4);
  });
});

describe('explain', () => {
  it.each([
    ['list.ok', 'storecheck check --only list.ok '],
    ['limit.ban', 'storecheck limits --only limit.ban --base-url … --key … --ban free=…'],
    ['limit.sustained', 'storecheck limits --only limit.sustained --base-url … --key … --sustain'],
    ['capacity.latency', 'storecheck capacity --base-url '],
  ])('%s names the command that judges it', async (id, says) => {
    expect((await run(['explain', id])).unwrapped).toContain(`: ${says}`);
  });

  it('of a limit ends with the command that shows a violation', async () => {
    expect((await run(['explain', 'limit.status'])).stdout).toMatch(/ with the\s+fault (\S+)\s.* demo --fault \1\n/s);
  });

  it('ends with the exchange that shows the violation, if a finding cites several', async () => {
    const { stdout } = await run(['explain', 'list.consistent']);
    expect(stdout).toMatch(/example, .* reference server .*complete-lists-omit-old-sold.*> GET \/pets\?limit=100\n/s);
  });
});
