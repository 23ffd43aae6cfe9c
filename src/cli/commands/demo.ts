import { Command } from 'commander';
import type { Flags } from '../../config/settings.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/find/binary.ts';
import { type Reference, startReference } from '../../reference/server/start.ts';
import { keyVariable } from '../../result/curl.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { called, fitted, type Problems } from '../console/console.ts';
import { presentK6 } from '../find-k6.ts';
import { type Call, callOf } from '../options/call.ts';
import { problemsOf, withOptions } from '../options/options.ts';
import { readRunSettings } from '../options/read-run.ts';
import { runJobOf } from './check.ts';
import { faultsNamed } from './serve.ts';

type DemoFlags = Flags & { readonly fault?: string };

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const server = new Command('demo')
    .optionsGroup('Reference server:')
    .option('--fault <id>', 'start the server with this fault, to see a failing run; serve --help lists the faults');
  const command = withOptions(server);
  return command.action(async (flags: DemoFlags) => done(await demo(command, flags, io)));
}

/** A short window in seconds, so that a demo takes half a minute. Real deployments have 60. */
const WINDOW_SECONDS = 10;

async function demo(command: Command, flags: DemoFlags, io: Io): Promise<number> {
  const problems = problemsOf(command);
  const variants = faultsNamed(flags.fault, problems);
  problems.check();
  // A build of k6 takes minutes.
  const isComplete = !((await presentK6(flags.k6, io)) instanceof K6NotFoundError);
  const reference = await startReference({ windowSeconds: WINDOW_SECONDS, variants }, io);
  try {
    const call = asUser(reference, flags, problems, io);
    const { request, ...settings } = readRunSettings(call, isComplete ? 'run' : 'check');
    const target = { ...request.target, name: 'reference' };
    const exitCode = await runJobOf({ ...settings, request: { ...request, target } }, io);
    for (const hint of settings.reporting.quiet ? [] : hints(reference, flags, exitCode, isComplete, io))
      io.stderr.write(fitted(`${hint}\n`, io.stderr));
    return exitCode;
  } finally {
    await reference.close();
  }
}

/** The call of a user who exported the keys as `serve` prints them. */
function asUser({ baseUrl, keys, secondKeys }: Reference, flags: Flags, problems: Problems, io: Io): Call {
  const plans = ['free', 'pro', 'business'] as const;
  const exported = plans.flatMap((plan) => [
    [keyVariable(plan), keys[plan]],
    [`SECOND_KEY_${plan}`, secondKeys[plan]],
  ]);
  const env = { ...io.env, [keyVariable('enterprise')]: undefined, ...Object.fromEntries(exported) };
  const secondKey = plans.map((plan) => `${plan}=env:SECOND_KEY_${plan}`);
  const typed = { ...flags, baseUrl, window: String(WINDOW_SECONDS), secondKey };
  return callOf({ command: 'demo', flags: typed, from: {}, io: { ...io, env }, problems });
}

/** How to go on. The server starts again with the same port, so that the printed curl commands work. */
function hints({ port }: Reference, { fault }: DemoFlags, exitCode: number, isComplete: boolean, io: Io): string[] {
  const tool = called(io);
  const server = `${tool} serve --port ${port} --window ${WINDOW_SECONDS}${fault === undefined ? '' : ` --fault ${fault}`}`;
  return [
    ...(isComplete
      ? []
      : [
          `Only the check ran, because k6 is missing. ${tool} doctor --fix builds it; then the demo also exhausts limits.`,
        ]),
    ...(exitCode === EXIT.failed
      ? [`To run the printed curl commands, start the server again, and run the export lines that it prints: ${server}`]
      : []),
    `Check your deployment with: ${tool} check --base-url https://HOST/v1 --key free=env:NAME`,
  ];
}
