import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';

/** Makes a command. It gives `done` its exit code if that may differ from 0. */
type Define = (io: Io, done: (exitCode: number) => void) => Command;

/** The commands in the order of the help. Each is loaded only when it is called, so that the help is fast. */
export const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Define> }>> = {
  check: {
    summary: 'check the conformance of a service, without exceeding a rate limit',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  limits: {
    summary: 'exhaust the rate limit of every plan that has a key, with k6, and judge the limiter',
    load: async () => (await import('./check.ts')).limitsCommand,
  },
  run: {
    summary: 'check and limits with one verdict: the release gate',
    load: async () => (await import('./check.ts')).runCommand,
  },
  capacity: {
    summary: 'find out whether a plan change fits: project the peak load, offer it with k6',
    load: async () => (await import('./capacity.ts')).capacityCommand,
  },
  rerun: {
    summary: 're-test what failed in an earlier run, on the same service, with the same plans and window',
    load: async () => (await import('./rerun.ts')).rerunCommand,
  },
  judge: {
    summary:
      'judge a recorded run again, offline; merges the recorded requests (exchanges.ndjson) of several k6 instances',
    load: async () => (await import('./judge.ts')).judgeCommand,
  },
  report: {
    summary: 'write the result of a run in other formats',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  diff: {
    summary: 'compare two results; exits with 1 if the second is worse',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  waive: {
    summary: 'accept a known failure until a date; it no longer fails the run',
    load: async () => (await import('./waive.ts')).waiveCommand,
  },
  pin: {
    summary: 'pin behaviour that the specification leaves open; later runs report drift',
    load: async () => (await import('./pin.ts')).pinCommand,
  },
  serve: {
    summary: 'start the reference server on loopback, conforming or with faults',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  'self-test': {
    summary: 'test storecheck itself: find every known fault, pass every legal variant',
    load: async () => (await import('./self-test.ts')).selfTestCommand,
  },
  list: {
    summary: 'list the requirements: id, level and title',
    load: async () => (await import('./list.ts')).listCommand,
  },
  explain: {
    summary: 'explain a requirement (its source, how it is tested, how a violation looks) or a code of results.json',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  demo: {
    summary: 'run check and limits against the embedded reference server',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  init: {
    summary: 'create storecheck.yaml, an example of the key variables, and a CI pipeline',
    load: async () => (await import('./init.ts')).initCommand,
  },
  doctor: {
    summary: 'preflight check: Node, k6, network, keys, plan, window, clock; sends at most 2 requests',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  k6: {
    summary: 'find k6, or build the pinned version',
    load: async () => (await import('./k6.ts')).k6Command,
  },
};
