import type { Command } from 'commander';
import type { Flags } from '../../config/table.ts';
import { keyVariable } from '../../exchange/api-key.ts';
import type { Io } from '../../io/io.ts';
import { K6NotFoundError } from '../../k6/find/binary.ts';
import { presentK6 } from '../../k6/find/find.ts';
import { checkFaults } from '../../reference/faults.ts';
import { type Reference, startReference } from '../../reference/server/start-server.ts';
import type { Problems } from '../../run/errors.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { EXIT } from '../../text/exit-codes.ts';
import { fitted, toolCommand } from '../console.ts';
import { addFolderProblem } from '../files/folder.ts';
import { argumentProblems, type Call, callOf, type Definition, withOptions } from '../options/call.ts';
import { sendRun } from './send-run.ts';
import { faultsNamed, joined } from './serve.ts';

type DemoFlags = Flags & { readonly fault?: string };

/** `storecheck demo`: runs check and limits against the embedded reference server. Needs no key. */
export const demoCommand: Definition = (command, io, setExitCode) =>
  withOptions(
    command
      .optionsGroup('Reference server:')
      .option(
        '--fault <ids>',
        'start the server with these faults, to see a failing run; serve --help lists them',
        joined,
      ),
  ).action(async (flags: DemoFlags) => setExitCode(await demo(command, flags, io)));

/** A short window in seconds, so that a demo takes half a minute. Real deployments have 60. */
const WINDOW_SECONDS = 10;

async function demo(command: Command, flags: DemoFlags, io: Io): Promise<number> {
  const problems = argumentProblems(command);
  const faults = faultsNamed(flags.fault, problems);
  addFolderProblem(flags.out, problems, io);
  problems.throwIfAny();
  const runs = await runsFor(io);
  const reference = await startReference({ windowSeconds: WINDOW_SECONDS, variants: faults }, io);
  try {
    let exitCode: number = EXIT.passed;
    for (const hasLoad of runs) {
      const isLast = hasLoad === runs.at(-1);
      const typed = isLast || flags.out === undefined ? flags : { ...flags, out: `${flags.out}-check` };
      exitCode = await sendRun(asUser(reference, typed, problems, io), hasLoad);
      if (exitCode === EXIT.interrupted) break;
      // The report has curl commands for a failure, and for a warning, which a fault of the check may cause.
      const isReproducible = exitCode === EXIT.failed || faults.some((fault) => checkFaults.includes(fault));
      const again = isReproducible ? [serveAgain(reference, flags, io)] : [];
      const hints = [...(hasLoad ? [] : [CHECK_ONLY]), ...again, checkYours(io)];
      const lines = isLast ? hints : [RUN_FOLLOWS];
      for (const line of flags.quiet ? [] : lines) io.stderr.write(fitted(`${line}\n`, io.stderr));
    }
    return exitCode;
  } finally {
    await reference.close();
  }
}

const RUN_FOLLOWS = 'Check and limits follow when k6 is built. Ctrl-C stops here: the verdict of the check is above.';

/** Whether each run of the demo exhausts limits. A build of k6 takes minutes, so a check comes first. Without Go, only the check runs. */
async function runsFor(io: Io): Promise<readonly boolean[]> {
  const present = await presentK6(undefined, io);
  if (!(present instanceof K6NotFoundError)) return [true];
  return present.isBuildable ? [false, true] : [false];
}

/** The call of a user who has exported the keys of the reference server. */
function asUser({ baseUrl, keys, secondKeys }: Reference, flags: Flags, problems: Problems, io: Io): Call {
  const plans = PLAN_NAMES.filter((plan) => plan !== 'enterprise');
  const exported = plans.flatMap((plan) => [
    [keyVariable(plan), keys[plan]],
    [`SECOND_KEY_${plan}`, secondKeys[plan]],
  ]);
  const env = { ...io.env, [keyVariable('enterprise')]: undefined, ...Object.fromEntries(exported) };
  const secondKey = plans.map((plan) => `${plan}=env:SECOND_KEY_${plan}`);
  const typed = { ...flags, window: String(WINDOW_SECONDS), secondKey };
  const config = { target: { name: 'reference', baseUrl } };
  return callOf({ command: 'demo', flags: typed, config, io: { ...io, env }, problems });
}

const CHECK_ONLY =
  'Only the check ran: there is neither k6 2.x nor Go 1.25 to build it. With either, demo exhausts the limits too.';

/** How to start the server again with the same port, so that the printed curl commands work. */
const serveAgain = ({ port }: Reference, { fault }: DemoFlags, io: Io) =>
  `To run the printed curl commands, start the server again, and run the export lines that it prints: ${toolCommand(io)} serve --port ${port} --window ${WINDOW_SECONDS}${fault === undefined ? '' : ` --fault ${fault}`}`;

const checkYours = (io: Io) =>
  `Check your deployment with: ${toolCommand(io)} check --base-url https://HOST/v1 --key free=env:NAME`;
