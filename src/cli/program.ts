import { Command, Option } from 'commander';
import type { Output } from '../io/io.ts';
import { toolVersion } from '../run/tool.ts';
import { CAPACITY_EXITS, EXIT_MEANINGS } from '../text/exit-codes.ts';
import { wrap } from '../text/wrap.ts';

/** Every grouped help ends with this group. */
const LAST_GROUP = 'Result:';

/** The commands in the order of the help, by its groups. */
const GROUPS = {
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

export type CommandName = { [G in keyof typeof GROUPS]: keyof (typeof GROUPS)[G] }[keyof typeof GROUPS];

const EXIT_CODES = [
  '\nExit codes:',
  ...EXIT_MEANINGS.map(({ code, help }) => wrap(help, 80, `  ${code}  `, '     ')),
  `  ${CAPACITY_EXITS}`,
].join('\n');

/** Builds the command line. `commandOf` returns a command: with its arguments and options, if they are needed. */
export function programFor(stdout: Output, commandOf: (name: CommandName) => Command): Command {
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
      writeOut: (text) => stdout.write(text),
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns ?? 80,
      getOutHasColors: () => false,
    })
    .addHelpText('after', EXIT_CODES);
  for (const [group, commands] of Object.entries(GROUPS))
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

/** The help text, for a command line that names no command. */
export const usage = (program: Command) => `${program.helpInformation()}${EXIT_CODES}\n`;

const helpOption = () => new Option('-h, --help', 'print this help');

/** Commands and options of earlier versions, by what replaces them. There are no aliases, so a message names the replacement. */
const REPLACEMENTS: Readonly<Record<string, readonly string[]>> = {
  'use storecheck check --only ID, with the same target': ['rerun'],
  'use storecheck report RUN --judge': ['judge'],
  'use storecheck accept RUN ID --owner … --reason … --expires …': ['waive'],
  'use storecheck accept RUN --observed': ['pin'],
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
  'use storecheck explain, or docs/requirements.md': ['list', '--list', '--markdown'],
  'name the issue in --reason': ['--link'],
};

export function whyGone(word: string): string | undefined {
  const [replacement] = Object.entries(REPLACEMENTS).find(([, words]) => words.includes(word)) ?? [];
  return replacement && `${word.startsWith('-') ? 'option' : 'command'} ${word} is gone: ${replacement}`;
}
