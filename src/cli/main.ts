import { Command, CommanderError, Help, type Option } from 'commander';
import { K6NotFoundError } from '../k6/not-found.ts';
import { LedgerError } from '../ledger/index.ts';
import { toolVersion } from '../run/version.ts';
import { EXIT } from '../verdict/gate.ts';
import { COMMANDS } from './commands/index.ts';
import { fitted } from './console.ts';
import { RefusedError, UsageError } from './problems.ts';

const EXIT_CODES = `
Exit codes:
  0  passed
  1  failed: a must of the document is broken (or what --fail-on adds), or a
     waiver is expired, unused or for another finding
  2  usage or configuration: every problem is listed
  3  incomplete: unreachable or another set-up mistake (wrong key, /v1 missing),
     a must that could not be proven, a partial run, nothing ran
  4  a fault of storecheck itself
  130  interrupted: what was recorded is judged and written`;

void main(process.argv);

async function main(argv: string[]): Promise<void> {
  const done = (exitCode: number) => {
    process.exitCode = exitCode;
  };
  const program = new Command('storecheck')
    .description(
      'Checks any deployed Animal Store Service against its document, and gives one verdict that a release gate can trust.',
    )
    .version(toolVersion)
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({ writeErr: () => undefined })
    .addHelpText('after', EXIT_CODES);
  for (const { name, summary, load } of COMMANDS) {
    const command = argv.includes(name) ? (await load())(done) : new Command(name);
    program.addCommand(
      command.description(summary).copyInheritedSettings(program).allowUnknownOption().allowExcessArguments(),
    );
  }
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.exit(tell(new UsageError([`cannot write to stdout (${error.code})`]), program));
  });
  // Whoever stops reading what is said meanwhile does not stop the run.
  process.stderr.on('error', () => undefined);
  // A promise that is never settled would end it with 0, which says that the service passed.
  let ended = false;
  process.on('beforeExit', () => {
    if (!ended) process.exitCode = tell(new Error('it ended before its work was done'), program);
    ended = true;
  });
  // Node's own code for it is 1, which says that the service failed.
  process.on('uncaughtException', (error) => process.exit(tell(error, program)));
  try {
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = tell(error, program);
  } finally {
    ended = true;
  }
}

/** Commander's, but that an option which may be repeated has no default worth telling. */
function optionDescription(this: Help, option: Option): string {
  return Help.prototype.optionDescription.call(this, option).replace(/ \(default: \[\]\)$/, '');
}

/** Commander's words without what was typed behind a `=`: it may be a key. */
function withoutValue(message: string): string {
  return message.replace(/^error: /, '').replace(/=[^'\s]*/g, '=…');
}

const say = (text: string) => process.stderr.write(`${fitted(text, process.stderr)}\n`);

/** Says what went wrong on stderr and gives the exit code. */
function tell(error: unknown, program: Command): number {
  if (error instanceof UsageError) {
    say(error.problems.map((problem) => `storecheck: ${problem}`).join('\n'));
    return EXIT.usage;
  }
  if (error instanceof K6NotFoundError || error instanceof RefusedError || error instanceof LedgerError) {
    say(`storecheck: ${error.message}`);
    return EXIT.incomplete;
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code === 'commander.help') process.stderr.write(`${program.helpInformation()}${EXIT_CODES}\n`);
    else say(`storecheck: ${withoutValue(error.message)}`);
    return EXIT.usage;
  }
  // Ctrl-C at a question, or no more input to answer it.
  if (error instanceof Error && error.name === 'AbortError') return EXIT.interrupted;
  process.stderr.write(
    `storecheck: a fault of storecheck itself, please report it\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return EXIT.error;
}
