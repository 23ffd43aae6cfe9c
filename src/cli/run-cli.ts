import { Command, CommanderError } from 'commander';
import type { Io } from '../io/io.ts';
import { K6NotFoundError } from '../k6/find/binary.ts';
import { annotations } from '../report/github.ts';
import { CommandError } from '../run/errors.ts';
import { EXIT } from '../text/exit-codes.ts';
import { inert } from '../text/inert.ts';
import { fitted, toolCommand } from './console.ts';
import type { Definition } from './options/call.ts';
import { type CommandName, programFor } from './program.ts';

/** The functions that load the commands. The modules of a command run only if an argument has its name. */
export const COMMANDS: Readonly<Record<CommandName, () => Promise<Definition>>> = {
  check: async () => (await import('./commands/send-run.ts')).sendCommand,
  limits: async () => (await import('./commands/send-run.ts')).sendCommand,
  run: async () => (await import('./commands/send-run.ts')).sendCommand,
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

/** Runs the command that the arguments name. Returns the exit code; never rejects. */
export async function runCli(args: readonly string[], io: Io): Promise<number> {
  let exitCode: number = EXIT.passed;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const commands = new Map<CommandName, Command>();
  try {
    for (const name of (Object.keys(COMMANDS) as CommandName[]).filter((command) => args.includes(command)))
      commands.set(name, (await COMMANDS[name]())(new Command(name), io, setExitCode));
    const program = programFor(io, (name) => commands.get(name) ?? new Command(name));
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, io);
  }
}

/** Prints an error to stderr, and in GitHub Actions as an annotation, too. Returns the exit code. */
export function reportError(error: unknown, io: Io): number {
  const { stderr } = io;
  const annotate = (title: string, problems: readonly string[]) => {
    const errors = problems.map((message) => ({ title: `storecheck: ${title}`, message }));
    if (io.env['GITHUB_ACTIONS'] === 'true') io.stdout.write(annotations('error', errors));
  };
  const printProblems = (problems: readonly string[], exitCode: number) => {
    annotate(exitCode === EXIT.usage ? 'nothing was sent' : 'incomplete', problems);
    // In a log of GitHub Actions, a line that a problem quotes could be a command.
    const lines = problems.flatMap((problem) => `storecheck: ${problem}`.split('\n').map(inert));
    stderr.write(`${fitted(lines.join('\n'), stderr)}\n`);
    return exitCode;
  };
  if (error instanceof CommandError) return printProblems(error.problems, error.exitCode);
  if (error instanceof K6NotFoundError) return printProblems([error.message], EXIT.incomplete);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.passed;
    if (error.code === 'commander.help') return EXIT.usage;
    // The value after a `=` may be a key.
    const message = error.message.replace(/^error: /, '').replace(/=[^'\s]*/g, '=…');
    return printProblems([message], EXIT.usage);
  }
  // The user answered a question with Ctrl-C, or the input ended.
  if (error instanceof Error && error.name === 'AbortError') return EXIT.interrupted;
  const { message = String(error), stack = message } = error instanceof Error ? error : {};
  const advice = `if a run had begun, ${toolCommand(io)} report FOLDER --judge --write judges what it recorded`;
  annotate('internal error', [message, advice]);
  stderr.write(`storecheck: internal error, please report it\n${stack}\nstorecheck: ${advice}\n`);
  return EXIT.error;
}
