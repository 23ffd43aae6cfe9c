import { type Command, Option } from 'commander';
import { didYouMean } from '../../config/did-you-mean.ts';
import { type CommandWithSettings, GROUPS, type Setting } from '../../config/table.ts';
import { plural } from '../../text/count.ts';
import { collectProblems, type Problems } from '../console/console.ts';
import { whyGone } from './gone.ts';

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
