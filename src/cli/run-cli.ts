import { Command, CommanderError } from 'commander';
import type { Io } from '../io/io.ts';
import { K6NotFoundError } from '../k6/find/binary.ts';
import { annotations } from '../report/github.ts';
import { CommandError } from '../run/errors.ts';
import { EXIT } from '../text/exit-codes.ts';
import { inert } from '../text/inert.ts';
import { called, fitted } from './console/console.ts';
import type { Define } from './options/call.ts';
import { type CommandName, programFor, usage, whyGone } from './program.ts';

/** Each is loaded only when the command line names it. */
export const COMMANDS: Readonly<Record<CommandName, () => Promise<Define>>> = {
  check: async () => (await import('./commands/send-run.ts')).sendCommand('check'),
  limits: async () => (await import('./commands/send-run.ts')).sendCommand('limits'),
  run: async () => (await import('./commands/send-run.ts')).sendCommand('run'),
  capacity: async () => (await import('./commands/capacity.ts')).capacityCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  accept: async () => (await import('./commands/accept.ts')).acceptCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
};

/** Runs one command. `words` are the arguments. Returns the exit code; never rejects. */
export async function runCli(words: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.passed;
  const done = (code: number) => {
    exitCode = code;
  };
  const commands = new Map<CommandName, Command>();
  let program: Command | undefined;
  try {
    for (const name of (Object.keys(COMMANDS) as CommandName[]).filter((one) => words.includes(one)))
      commands.set(name, (await COMMANDS[name]())(new Command(name), io, done));
    program = programFor(io.stdout, (name) => commands.get(name) ?? new Command(name));
    const gone = whyGone(words.find((word) => word !== 'help') ?? '');
    if (gone !== undefined) throw new CommandError([gone]);
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, io, program);
  }
}

/** Prints an error to stderr, in GitHub Actions as an annotation, too. Returns the exit code. */
export function reportError(error: unknown, io: Io, program?: Command): number {
  const { stderr } = io;
  const annotate = (title: string, problems: readonly string[]) => {
    const all = problems.map((message) => ({ title: `storecheck: ${title}`, message }));
    if (io.env['GITHUB_ACTIONS'] === 'true') io.stdout.write(annotations('error', all));
  };
  const refuse = (problems: readonly string[], exitCode: number) => {
    annotate(exitCode === EXIT.usage ? 'nothing was sent' : 'incomplete', problems);
    // In a log of GitHub Actions, a line that a problem quotes could be a command.
    const lines = problems.flatMap((problem) => `storecheck: ${problem}`.split('\n').map(inert));
    stderr.write(`${fitted(lines.join('\n'), stderr)}\n`);
    return exitCode;
  };
  if (error instanceof CommandError) return refuse(error.problems, error.exitCode);
  if (error instanceof K6NotFoundError) return refuse([error.message], EXIT.incomplete);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.passed;
    // The value after a `=` may be a key.
    const message = error.message.replace(/^error: /, '').replace(/=[^'\s]*/g, '=…');
    if (error.code !== 'commander.help') return refuse([message], EXIT.usage);
    stderr.write(`${program === undefined ? '' : usage(program)}`);
    return EXIT.usage;
  }
  // Ctrl-C at a question, or the end of the input.
  if (error instanceof Error && error.name === 'AbortError') return EXIT.interrupted;
  const { message = String(error), stack = message } = error instanceof Error ? error : {};
  const advice = `if a run had begun, ${called(io)} report FOLDER --judge --write judges what it recorded`;
  annotate('internal error', [message, advice]);
  stderr.write(`storecheck: internal error, please report it\n${stack}\nstorecheck: ${advice}\n`);
  return EXIT.error;
}
