import type { Command } from 'commander';
import type { Io } from '../../io/io.ts';

type Define = (io: Io, done: (exitCode: number) => void) => Command;

/** The commands in the order in which help lists them. Each is loaded only when it is called, so that help answers at once. */
export const COMMANDS: readonly {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Define>;
}[] = [
  {
    name: 'check',
    summary: 'judge a deployed service against the document, without pushing a limit',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'limits',
    summary: 'push the limit of every plan whose key is given, with k6, and judge the limiter',
    load: async () => (await import('./check.ts')).limitsCommand,
  },
  {
    name: 'run',
    summary: 'check and limits, joined in one result and one verdict: the gate',
    load: async () => (await import('./check.ts')).runCommand,
  },
  {
    name: 'capacity',
    summary:
      'does a plan change fit? Project the peak from the plans, offer it with k6, answer fits, does not fit or not proven',
    load: async () => (await import('./capacity.ts')).capacityCommand,
  },
  {
    name: 'rerun',
    summary: 'judge once more what failed in an earlier run, with the command it was made with; a partial run',
    load: async () => (await import('./rerun.ts')).rerunCommand,
  },
  {
    name: 'judge',
    summary: 'judge a recorded run again, from its journal alone; k6 journals of other instances are merged into it',
    load: async () => (await import('./judge.ts')).judgeCommand,
  },
  {
    name: 'report',
    summary: 'show a result in other formats, from its results.json and journal; nothing is sent or judged again',
    load: async () => (await import('./report.ts')).reportCommand,
  },
  {
    name: 'diff',
    summary: 'what changed between two results; exit 1 where the second is worse',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'waive',
    summary: 'accept a finding of a run until a date: the verdict stays as it is, only the gate opens',
    load: async () => (await import('./waive.ts')).waiveCommand,
  },
  {
    name: 'pin',
    summary: 'keep what a run observed where the document leaves it open: later runs tell what is no longer so',
    load: async () => (await import('./pin.ts')).pinCommand,
  },
  {
    name: 'serve',
    summary: 'run the reference server on loopback, conforming or with faults',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'self-test',
    summary: 'prove the judge: every fault must be found, no legal variant may fail',
    load: async () => (await import('./self-test.ts')).selfTestCommand,
  },
  {
    name: 'list',
    summary: 'every requirement, or those of an area: id, level, title',
    load: async () => (await import('./list.ts')).listCommand,
  },
  {
    name: 'explain',
    summary: 'what a requirement says, where the document says it, and which requests judge it',
    load: async () => (await import('./list.ts')).explainCommand,
  },
  {
    name: 'demo',
    summary: 'check and limits on the embedded reference server, to see what a run looks like',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    name: 'init',
    summary: 'write storecheck.yaml, an example of the key variables and a CI file; asks, or takes flags',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'doctor',
    summary:
      'find out what a run would stumble over: Node, k6, network, key, plan, window, clock; at most two requests',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'k6',
    summary: 'find the k6 that limits are pushed with, or build the pinned one',
    load: async () => (await import('./k6.ts')).k6Command,
  },
];
