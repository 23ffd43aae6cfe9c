import { describe, expect, it } from 'vitest';
import { FREE_KEY } from '../../outcome/checked.ts';
import { run } from '../command.ts';

/** The help text of a command on one line. */
async function helpOf(command: string): Promise<string> {
  return (await run([command, '--help'])).stdout.replace(/\s+/g, ' ');
}

describe('help', () => {
  it.each([
    ['check', 'plan whose key is used (default: the largest plan that has a key)'],
    ['limits', "exhaust only this plan's limit (default: every plan that has a key)"],
    ['run', 'plan whose key the check uses (default: the largest plan that has a key); every limit is exhausted'],
    ['rerun', 'repeat only what failed on this plan'],
  ])('of %s describes --plan', async (command, says) => {
    expect(await helpOf(command)).toContain(`--plan <name> ${says}`);
  });

  it('of capacity says what its exit codes mean, as that of storecheck does', async () => {
    const codes = 'capacity: 0 fits, 1 does not fit, 3 not proven';
    expect((await run(['--help'])).stdout).toContain(codes);
    expect(await helpOf('capacity')).toContain(codes);
  });

  it.each(['check', 'limits', 'run', 'rerun', 'doctor'])('of %s names the variables that it reads', async (command) => {
    expect(await helpOf(command)).toContain(
      'Default: the keys of the target, else STORE_API_KEY_FREE, _PRO, _BUSINESS and _ENTERPRISE',
    );
  });

  it('of every command names only options that it takes', async () => {
    const { stdout } = await run(['--help']);
    const commands = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}([a-z][\w-]+) /gm)];
    expect(commands.length).toBeGreaterThan(15);
    for (const [, command = ''] of commands.filter(([, name]) => name !== 'help')) {
      // The text after the options has examples of other commands.
      const help = (await run([command, '--help'])).stdout;
      const options = help.slice(help.indexOf('Options:')).split('\n\n')[0] ?? '';
      const taken = new Set([...options.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name));
      const named = [...options.matchAll(/--[a-z][\w-]+/g)].map(([name]) => name);
      expect(
        [...named].filter((name) => !taken.has(name)),
        command,
      ).toEqual([]);
    }
  });

  it('of limits omits options without effect, which are accepted', async () => {
    expect(await helpOf('limits')).not.toMatch(/--settle|--categories/);
    expect(await helpOf('run')).toMatch(/--settle.*--categories/);
    const words = 'limits --base-url http://127.0.0.1:9/v1 --key free=env:FREE --settle 3 --dry-run'.split(' ');
    const ended = await run(words, { env: { FREE: FREE_KEY } });
    expect(ended.code, ended.said).toBe(0);
  });

  it.each([
    ['rerun', 'Usage: storecheck rerun --failed <run> [options]', 'Options: --failed <run>'],
    ['capacity', 'Usage: storecheck capacity [options]', 'Options: --target <name>'],
  ])('of %s begins with the main option and ends with examples', async (command, usage, options) => {
    const help = await helpOf(command);
    expect(help).toContain(usage);
    expect(help).toContain(options);
    expect(help).toContain(`Examples: storecheck ${command} `);
  });

  it.each(['check', 'limits', 'capacity', 'serve'])('of %s shows no empty default', async (command) => {
    const help = await helpOf(command);
    expect(help).toContain('repeatable');
    expect(help).not.toContain('[]');
  });

  it.each([
    [['--version']],
    [['--help']],
    [['help']],
    [['help', 'check']],
    [['check', '--help']],
    [['judge', '-h']],
    [['serve', '--help']],
  ])('is written to stdout with exit 0: %j', async (args) => {
    const ended = await run(args);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.stdout.length).toBeGreaterThan(4);
    expect(ended.stderr).toBe('');
  });
});

describe('explain', () => {
  it.each([
    ['list.ok', 'storecheck check --only list.ok '],
    ['limit.status', 'storecheck limits --only limit.status '],
    ['limit.ban', 'storecheck limits --only limit.ban --base-url … --key … --ban free=…'],
    ['limit.sustained', 'storecheck limits --only limit.sustained --base-url … --key … --sustain'],
    ['capacity.latency', 'storecheck capacity --base-url '],
  ])('%s names the command that judges it', async (id, says) => {
    expect((await run(['explain', id])).unwrapped).toContain(`try it: ${says}`);
  });

  it('ends with the exchange that shows the violation, if a finding cites several', async () => {
    const { stdout } = await run(['explain', 'list.consistent']);
    expect(stdout).toMatch(
      /example, from a reference server .*complete-lists-omit-old-sold.*> GET \/pets\?limit=100\n/s,
    );
  });
});
