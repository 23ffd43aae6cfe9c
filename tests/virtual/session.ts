import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { expect } from 'vitest';
import { temporaryFolder } from '../support/files.ts';
import type { Ended } from '../support/runs.ts';
import { type RunOptions, run } from './virtual-command.ts';

export interface SessionOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** What is in the folder in which the commands of a case run: texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Called after each `storecheck` command, with its words and its folder. */
  readonly after?: (ended: Ended, words: readonly string[], cwd: string) => unknown;
  /** The exit code that the file does not show. Default: 0. */
  readonly usualCode?: number;
  /** The part of the output that the file shows. Default: stdout, then stderr. */
  readonly show?: (ended: Ended) => string;
}

/** Without what differs between machines, or when a command is added to the file. */
export function stable(text: string, cwd: string): string {
  const named = { [cwd]: 'FOLDER', [hostname()]: 'MACHINE', [`process ${process.pid}`]: 'process PID' };
  const shown = Object.entries(named).reduce((all, [value, name]) => all.replaceAll(value, name), text);
  return shown.replace(/\d{8}T\d{6}Z-[\da-f]{6}/g, 'RUN').replace(/--seed \d+/g, '--seed SEED');
}

/**
 * Runs the commands of a golden file again, and compares their output with it. `# …` begins a case in a folder of its own. `$ …` is a
 * command; if it is not `storecheck`, a shell runs it, and its output is indented. `$NAME` stands for words of `env`. `[2]` is an exit
 * code other than `usualCode`. To add a case, write these lines and pass `--update`.
 */
export async function expectSession(file: string, options: SessionOptions = {}): Promise<void> {
  const { env = {}, files = {}, usualCode = 0, after, show = ({ stdout, stderr }) => stdout + stderr } = options;
  const lines: string[] = [];
  let cwd = '';
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((one) => /^[#$] /.test(one))) {
    if (line.startsWith('#')) {
      cwd = temporaryFolder(files);
      if (lines.length > 0) lines.push('');
    }
    lines.push(line);
    if (line.startsWith('#')) continue;
    const { words, variables } = parsed(line.slice(2).replace(/\$([A-Z]+)/g, (_, name) => env[name] ?? ''));
    if (words[0] !== 'storecheck') {
      const printed = execFileSync('sh', ['-c', line.slice(2)], { cwd, encoding: 'utf8' });
      lines.push(...printed.split('\n').flatMap((shown) => (shown === '' ? [] : `  ${shown}`)));
      continue;
    }
    const given: RunOptions = { cwd, env: { ...env, ...variables } };
    const ended = await run(words.slice(1), given);
    after?.(ended, words, cwd);
    const text = stable(show(ended), cwd).split('\n');
    lines.push(
      ...text.filter((shown) => shown.trim() !== ''),
      ...(ended.code === usualCode ? [] : [`[${ended.code}]`]),
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
}

/** The words of a command line, and the variables set before them. Single quotes may enclose blanks, and `\n` is a line end. */
function parsed(line: string) {
  const all = [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'", '').replaceAll('\\n', '\n'),
  );
  const first = all.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const variables = all.slice(0, first).map((word) => word.split(/=(.*)/s));
  return { words: all.slice(first), variables: Object.fromEntries(variables) as Record<string, string> };
}
