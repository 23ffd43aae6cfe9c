import { Command, Option } from 'commander';
import type { Io } from '../io/io.ts';
import { toolVersion } from '../run/tool.ts';
import { CAPACITY_EXITS, EXIT_MEANINGS } from '../text/exit-codes.ts';
import { wrap } from '../text/wrap.ts';

/** Every grouped help ends with this group. */
const LAST_GROUP = 'Result:';

/** The commands in the order of the help, by its groups. */
const COMMAND_GROUPS = {
  'Test a service:': {
    check: 'check that the service conforms to the specification',
    limits: 'exhaust the rate limit of each plan and judge the limiter',
    run: 'check and limits with one verdict: the release gate',
    capacity: 'find out whether a plan change fits',
  },
  'Read results:': {
    explain: 'explain a requirement, or list all',
    report: 'write the result of a run in other formats, or judge its requests again, offline',
    diff: 'compare two results',
    accept: 'accept a known failure until a date, or pin behaviour that the specification leaves open',
  },
  'Set up:': {
    init: 'write storecheck.yaml',
    doctor: 'check this machine, the network and the keys, or build k6; sends at most 3 requests',
  },
  'Try it:': {
    demo: 'run check and limits against an embedded reference server',
    serve: 'start the reference server, conforming or with faults',
  },
} as const;

type Groups = typeof COMMAND_GROUPS;
export type CommandName = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups];

const EXIT_CODES = [
  '\nExit codes:',
  ...EXIT_MEANINGS.map(({ code, help }) => wrap(help, 80, `  ${code}  `, '     ')),
  `  ${CAPACITY_EXITS}`,
].join('\n');

/** Builds the command line. `commandOf` returns a command: with its arguments and options, if they are needed. */
export function programFor(io: Pick<Io, 'stdout' | 'stderr'>, commandOf: (name: CommandName) => Command): Command {
  const program = new Command('storecheck')
    .description(
      'Tests a deployed Animal Store Service and its rate limits against the specification, and gives one verdict for a release gate.',
    )
    .version(toolVersion, '-V, --version', 'print the version')
    .addHelpOption(helpOption())
    .addHelpCommand(
      new Command('help').argument('[command]').description('print the help of a command').helpGroup('Help:'),
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // The help, for a command line that names no command. `reportError` prints errors.
      writeErr: (text) => io.stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    })
    .addHelpText('after', EXIT_CODES);
  for (const [group, commands] of Object.entries(COMMAND_GROUPS))
    for (const [name, summary] of Object.entries(commands)) {
      const command = commandOf(name as CommandName)
        .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
        .summary(summary)
        .helpGroup(group)
        .copyInheritedSettings(program)
        .allowUnknownOption()
        .allowExcessArguments();
      if (command.options.some(({ helpGroupHeading }) => helpGroupHeading === LAST_GROUP))
        command.addHelpOption(helpOption().helpGroup(LAST_GROUP));
      program.addCommand(command);
    }
  return program;
}

const helpOption = () => new Option('-h, --help', 'print this help');
