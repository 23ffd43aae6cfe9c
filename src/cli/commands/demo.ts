import { Command } from 'commander';
import { apiKey } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import { type Needs, type Reference, startReference } from '../../reference/index.ts';
import type { OriginalCall } from '../../reporters/terminal/options.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { CHECK_DEFAULTS, otherPlans } from '../../run/prepare.ts';
import { QUOTAS } from '../../spec/plans.ts';
import { addFolderProblem } from '../files/folder.ts';
import { runJobOf } from '../jobs/run.ts';
import { type Flags, problemsOf, withOptions } from '../options/options.ts';
import { readVariants } from '../options/read-reference.ts';
import { type Reporting, readReporting } from '../options/read-reporting.ts';
import type { RunSettings } from '../options/read-run.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withOptions(new Command('demo'), 'report');
  return command
    .option('--fault <id>', 'start the server with this fault, to see a failing run')
    .option('--out <dir>', 'output folder (default: reports/<run-id>)')
    .action(async (flags) => done(await demo(command, flags, io)));
}

/** A short window in seconds, so that a demo takes half a minute. Real deployments have 60. */
const WINDOW_SECONDS = 6;

/** Runs check and limits against an embedded reference server. */
async function demo(command: Command, flags: Flags & { readonly fault?: string }, io: Io): Promise<number> {
  const { fault, out } = flags;
  const problems = problemsOf(command);
  const reporting = readReporting({ flags, from: {}, problems, io });
  const variants = readVariants({ fault: [fault ?? []].flat(), variant: [] }, problems);
  addFolderProblem(out, problems, io);
  problems.check();
  const needs = variants[0]?.needs;
  const windowSeconds = needs?.windowSeconds ?? WINDOW_SECONDS;
  const reference = await startReference({ ...needs, windowSeconds, variants }, io);
  try {
    const originalCall = originalCallOf(reference, windowSeconds, fault, needs);
    return await runJobOf(settingsOf(reference, windowSeconds, { ...reporting, originalCall }, out, io), io);
  } finally {
    await reference.close();
  }
}

/** Uses the same port, so that the curl lines work, and the keys that `serve` prints. */
function originalCallOf(
  { port, keys }: Reference,
  windowSeconds: number,
  fault: string | undefined,
  { seed, firstId }: Needs = {},
): OriginalCall {
  const options = [
    `--port ${port} --window ${windowSeconds}`,
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
    ...(firstId === undefined ? [] : ['--big-ids']),
    ...(fault === undefined ? [] : [`--fault ${fault}`]),
  ];
  return {
    options: [],
    keys: Object.fromEntries(Object.keys(keys).map((plan) => [plan, `"$${keyVariable(plan)}"`])),
    serve: `serve ${options.join(' ')}`,
  };
}

function settingsOf(
  { baseUrl, keys, secondKeys }: Reference,
  windowSeconds: number,
  reporting: Reporting,
  out: string | undefined,
  { clock }: Pick<Io, 'clock'>,
): RunSettings {
  const plans = (['free', 'pro', 'business'] as const).map((plan) => ({
    plan,
    key: `${plan}#1` as const,
    secondKey: `${plan}#2` as const,
    ...QUOTAS[plan],
    otherPlans: otherPlans(plan),
  }));
  const limits = { plans, refusals: 8, connections: 50, sustainWindows: 0, daily: {}, ban: {} };
  return {
    command: 'demo',
    target: {
      name: 'reference',
      baseUrl,
      host: new URL(baseUrl).host,
      targetClass: 'local',
      windowSeconds,
      timeoutMs: 30_000,
      route: {},
      budgets: undefined,
      permit: { writes: true, load: true },
      objections: [],
      question: undefined,
    },
    bounds: {},
    reporting,
    k6: undefined,
    out,
    dryRun: false,
    request: {
      ...CHECK_DEFAULTS,
      command: 'demo',
      baseUrl,
      targetName: 'reference',
      targetClass: 'local',
      plan: 'pro',
      keyHasLetters: true,
      quota: QUOTAS.pro,
      windowSeconds,
      today: new Date(clock.now()).toISOString().slice(0, 10),
      limits,
    },
    conformance: true,
    key: apiKey('pro#1', keys.pro),
    load: {
      limits,
      keys: plans.flatMap(({ plan, key, secondKey }) => [apiKey(key, keys[plan]), apiKey(secondKey, secondKeys[plan])]),
    },
  };
}
