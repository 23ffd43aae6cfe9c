import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import type { CommandName } from '../program.ts';

/** Makes a command. It gives `done` its exit code if that may differ from 0. */
type Define = (io: Io, done: (exitCode: number) => void) => Command;

/** Each is loaded only when it is called. */
export const COMMANDS: Readonly<Record<CommandName, () => Promise<Define>>> = {
  check: async () => (await import('./check.ts')).checkCommand,
  limits: async () => (await import('./check.ts')).limitsCommand,
  run: async () => (await import('./check.ts')).runCommand,
  capacity: async () => (await import('./capacity.ts')).capacityCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  diff: async () => (await import('./diff.ts')).diffCommand,
  accept: async () => (await import('./accept.ts')).acceptCommand,
  init: async () => (await import('./init.ts')).initCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
};
