import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';

/** Makes a command. It gives `done` its exit code if that may differ from 0. */
type Define = (io: Io, done: (exitCode: number) => void) => Command;

/** The commands in the order of the help. Each is loaded only when it is called, so that the help is fast. */
export const COMMANDS: Readonly<
  Record<string, { readonly group: string; readonly summary: string; readonly load: () => Promise<Define> }>
> = {
  check: {
    group: 'Test a service:',
    summary: 'check that the service conforms to the specification',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  limits: {
    group: 'Test a service:',
    summary: 'exhaust the rate limit of each plan and judge the limiter',
    load: async () => (await import('./check.ts')).limitsCommand,
  },
  run: {
    group: 'Test a service:',
    summary: 'check and limits with one verdict: the release gate',
    load: async () => (await import('./check.ts')).runCommand,
  },
  capacity: {
    group: 'Test a service:',
    summary: 'find out whether a plan change fits',
    load: async () => (await import('./capacity.ts')).capacityCommand,
  },
  explain: {
    group: 'Read results:',
    summary: 'explain a requirement, or list all',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  report: {
    group: 'Read results:',
    summary: 'write the result of a run in other formats, or judge its requests again, offline',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  diff: {
    group: 'Read results:',
    summary: 'compare two results',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  accept: {
    group: 'Read results:',
    summary: 'accept a known failure until a date, or pin behaviour that the specification leaves open',
    load: async () => (await import('./accept.ts')).acceptCommand,
  },
  init: {
    group: 'Set up:',
    summary: 'write storecheck.yaml',
    load: async () => (await import('./init.ts')).initCommand,
  },
  doctor: {
    group: 'Set up:',
    summary: 'check this machine, the network and the keys, or build k6; sends at most 2 requests',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  demo: {
    group: 'Try it:',
    summary: 'run check and limits against an embedded reference server',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  serve: {
    group: 'Try it:',
    summary: 'start the reference server, conforming or with faults',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
};
