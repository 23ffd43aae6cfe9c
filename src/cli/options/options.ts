import { type Command, Option } from 'commander';
import { didYouMean } from '../../config/kinds.ts';
import { type CommandWithSettings, GROUPS, type Setting } from '../../config/table.ts';
import type { Io } from '../../io/io.ts';
import { plural } from '../../text/count.ts';
import { collectProblems, type Problems } from '../console/console.ts';

/** Gives a command its arguments, options and action. The action gives `done` its exit code if that may differ from 0. */
export type Define = (command: Command, io: Io, done: (exitCode: number) => void) => Command;

export function withOptions(command: Command): Command {
  const name = command.name() as CommandWithSettings;
  for (const [group, rows] of Object.entries(GROUPS))
    for (const { flag, commands = [], help = '', repeatable } of Object.values<Setting>(rows)) {
      if (flag === undefined || !commands.includes(name)) continue;
      const added = new Option(flag, help).helpGroup(group);
      if (repeatable) added.argParser((value, previous: readonly string[] = []) => [...previous, value]);
      command.addOption(added);
    }
  return command;
}

/** The problems of a command line before its values are read: every unknown option. Commander would stop at the first one. */
export function problemsOf(command: Command): Problems {
  const problems = collectProblems();
  const known = command.options.flatMap(({ long }) => long ?? []);
  const unknown = command.args.filter((argument) => argument.startsWith('-'));
  for (const option of unknown) {
    const name = option.split('=')[0] ?? option;
    problems.add(whyGone(name) ?? `unknown option ${name}${didYouMean(name, known)}`);
  }
  const expected = command.registeredArguments;
  const extra = expected.some(({ variadic }) => variadic) ? 0 : command.args.length - expected.length;
  if (unknown.length === 0 && extra > 0) {
    const takes = expected.map((argument) => `<${argument.name()}>`).join(' ') || 'only options';
    problems.add(
      `${command.name()} takes ${takes}: ${plural(extra, 'argument')} too many (not printed: one may be a key)`,
    );
  }
  return problems;
}

/** The commands and options that storecheck had before, by what replaces them: none has an alias, so the message must name it. */
const REPLACEMENTS: Readonly<Record<string, readonly string[]>> = {
  'use storecheck check --only ID, with the same target': ['rerun'],
  'use storecheck report RUN --judge': ['judge'],
  'use storecheck accept RUN ID --owner … --reason … --expires …': ['waive'],
  'use storecheck accept RUN --observed': ['pin'],
  'use storecheck explain': ['list'],
  'use storecheck doctor --fix': ['k6'],
  'use npm run self-test, in a checkout': ['self-test', '--variant'],
  'use storecheck diff A B': ['--compare'],
  'use --reporter json': ['--json'],
  'use --enterprise N/DAY': ['--enterprise-per-day', '--enterprise-per-minute'],
  'set capacity.plans in storecheck.yaml': ['--active', '--subscribers', '--use'],
  'set capacity.objectives in storecheck.yaml': ['--errors', '--p50', '--p95', '--p99'],
  'set capacity.mix in storecheck.yaml': ['--mix'],
  'set settle of the target in storecheck.yaml': ['--settle'],
  'set categories of the target in storecheck.yaml': ['--categories'],
  'set keys of the target in storecheck.yaml': ['--plans'],
  'set NO_COLOR=1 or FORCE_COLOR=1': ['--color'],
  'use a recipe of docs/ci.md': ['--ci'],
  'share the load with --distribute k6-operator': ['--segments', '--start-at'],
  'change the manifests with kustomize': ['--k6-image', '--label', '--pull-secret', '--separate-nodes'],
  'poll the service in a step before this command': ['--wait-for-ready'],
  'use storecheck explain, or docs/requirements.md': ['--list', '--markdown'],
  'name the issue in --reason': ['--link'],
};

/** The problem of a command or option that is gone; undefined for any other word. */
export function whyGone(word: string): string | undefined {
  const [instead] = Object.entries(REPLACEMENTS).find(([, words]) => words.includes(word)) ?? [];
  return instead && `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: ${instead}`;
}
