import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { type Needs, type Reference, startReference } from '../../reference/index.ts';
import { keyVariable } from '../../result/key-variable.ts';
import type { Problems } from '../console/problems.ts';
import { addFolderProblem } from '../files/folder.ts';
import { runJobOf } from '../jobs/run.ts';
import type { Call } from '../options/call.ts';
import { type Flags, LAST_GROUP, problemsOf, withOptions } from '../options/options.ts';
import { readVariants } from '../options/read-reference.ts';
import { readReporting } from '../options/read-reporting.ts';
import { readParts } from '../options/read-run.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const server = new Command('demo')
    .optionsGroup('Reference server:')
    .option('--fault <id>', 'start the server with this fault, to see a failing run');
  const command = withOptions(server, 'report');
  return command
    .optionsGroup(LAST_GROUP)
    .option('--out <dir>', 'output folder (default: reports/<run-id>)')
    .action(async (flags) => done(await demo(command, flags, io)));
}

/** A short window in seconds, so that a demo takes half a minute. Real deployments have 60. */
const WINDOW_SECONDS = 10;

async function demo(command: Command, flags: Flags & { readonly fault?: string }, io: Io): Promise<number> {
  const { fault } = flags;
  const problems = problemsOf(command);
  readReporting({ flags, from: {}, problems, io });
  const variants = readVariants({ fault: [fault ?? []].flat(), variant: [] }, problems);
  addFolderProblem(flags.out, problems, io);
  problems.check();
  const needs = variants[0]?.needs;
  const windowSeconds = needs?.windowSeconds ?? WINDOW_SECONDS;
  const reference = await startReference({ ...needs, windowSeconds, variants }, io);
  try {
    const settings = readParts(callOf(reference, windowSeconds, flags, problems, io), 'run');
    problems.check();
    // The keys as `serve` prints them.
    const keySources = Object.fromEntries(
      Object.keys(reference.keys).map((plan) => [plan, { env: keyVariable(plan) }]),
    );
    return await runJobOf(
      {
        ...settings,
        request: { ...settings.request, keySources, target: { ...settings.request.target, name: 'reference' } },
        reporting: { ...settings.reporting, serve: serveCall(reference, windowSeconds, fault, needs) },
      },
      io,
    );
  } finally {
    await reference.close();
  }
}

/** The call that a user of the server would make. */
function callOf(
  { baseUrl, keys, secondKeys }: Reference,
  windowSeconds: number,
  flags: Flags,
  problems: Problems,
  io: Io,
): Call {
  const plans = ['free', 'pro', 'business'] as const;
  const ownKeys = plans.flatMap((plan) => [
    [`KEY_${plan}`, keys[plan]],
    [`SECOND_KEY_${plan}`, secondKeys[plan]],
  ]);
  return {
    command: 'demo',
    flags: {
      ...flags,
      baseUrl,
      window: String(windowSeconds),
      key: plans.map((plan) => `${plan}=env:KEY_${plan}`),
      secondKey: plans.map((plan) => `${plan}=env:SECOND_KEY_${plan}`),
    },
    from: {},
    io: { ...io, env: { ...io.env, ...Object.fromEntries(ownKeys) } },
    problems,
  };
}

/** Uses the same port, so that the curl lines work. */
function serveCall(
  { port }: Reference,
  windowSeconds: number,
  fault: string | undefined,
  { seed, firstId }: Needs = {},
): string {
  const options = [
    `--port ${port} --window ${windowSeconds}`,
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(firstId === undefined ? [] : ['--big-ids']),
    ...(fault === undefined ? [] : [`--fault ${fault}`]),
  ];
  return `serve ${options.join(' ')}`;
}
