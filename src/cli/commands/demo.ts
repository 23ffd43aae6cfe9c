import { Command } from 'commander';
import type { Flags } from '../../config/settings.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/find/errors.ts';
import type { Reference } from '../../reference/server/start.ts';
import { startReference } from '../../reference/server/start.ts';
import { keyVariable } from '../../result/curl.ts';
import { EXIT } from '../../text/exit-codes.ts';
import type { Problems } from '../console/console.ts';
import { fitted } from '../console/console.ts';
import { addFolderProblem } from '../files/folder.ts';
import { findK6 } from '../find-k6.ts';
import { type Call, callOf } from '../options/call.ts';
import { problemsOf, withOptions } from '../options/options.ts';
import { type RunKind, readParts } from '../options/read-run.ts';
import { readReporting } from '../options/settings.ts';
import { runJobOf } from './check.ts';
import { faultsNamed } from './serve.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const server = new Command('demo')
    .optionsGroup('Reference server:')
    .option('--fault <id>', 'start the server with this fault, to see a failing run; serve --help lists the faults');
  const command = withOptions(server);
  return command.action(async (flags) => done(await demo(command, flags, io)));
}

/** A short window in seconds, so that a demo takes half a minute. Real deployments have 60. */
const WINDOW_SECONDS = 10;

async function demo(command: Command, flags: Flags & { readonly fault?: string }, io: Io): Promise<number> {
  const { fault } = flags;
  const problems = problemsOf(command);
  readReporting(callOf({ command: 'demo', flags, from: {}, io, problems }));
  const variants = faultsNamed(fault === undefined ? [] : [fault], problems);
  addFolderProblem(flags.out, problems, io);
  problems.check();
  const kinds = await kindsFor(io);
  const reference = await startReference({ windowSeconds: WINDOW_SECONDS, variants }, io);
  try {
    let exitCode = 0;
    for (const kind of kinds) {
      const isLast = kind === kinds.at(-1);
      const typed = isLast || flags.out === undefined ? flags : { ...flags, out: `${flags.out}-check` };
      const { request, reporting, ...settings } = readParts(asUser(reference, typed, problems, io), kind);
      problems.check();
      const job = {
        ...settings,
        request: { ...request, target: { ...request.target, name: 'reference' } },
        reporting: isLast ? { ...reporting, serve: serveCall(reference, fault) } : reporting,
      };
      exitCode = await runJobOf(job, io);
      if (exitCode === EXIT.interrupted) break;
      if (!isLast) io.stderr.write(fitted(`\n${RUN_FOLLOWS}\n`, io.stderr));
      else if (kind === 'check') io.stderr.write(fitted(`${CHECK_ONLY}\n`, io.stderr));
    }
    return exitCode;
  } finally {
    await reference.close();
  }
}

const RUN_FOLLOWS = 'Check and limits follow when k6 is built. Ctrl-C stops here: the verdict of the check is above.';
const CHECK_ONLY =
  'Only the check ran: there is neither k6 2.x nor Go 1.25 to build it. With one of them, the demo also exhausts the rate limits; storecheck doctor says how to get k6.';

/** One run if k6 is there. A build takes minutes, so a check comes first. If k6 cannot be built, the check is all. */
async function kindsFor(io: Io): Promise<readonly RunKind[]> {
  try {
    await findK6({ print: () => undefined, build: false }, io);
    return ['run'];
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    return error.isBuildable ? ['check', 'run'] : ['check'];
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

/** Uses the same port, so that the curl lines work. */
function serveCall({ port }: Reference, fault: string | undefined): string {
  return `serve --port ${port} --window ${WINDOW_SECONDS}${fault === undefined ? '' : ` --fault ${fault}`}`;
}
