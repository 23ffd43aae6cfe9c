import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { type Needs, type Reference, startReference } from '../../reference/index.ts';
import type { Given } from '../../reporters/terminal/options.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { otherPlans } from '../../run/prepare.ts';
import { QUOTAS } from '../../spec/plans.ts';
import { collectProblems } from '../console/problems.ts';
import { tellUnfit } from '../files/folder.ts';
import { perform } from '../lifecycle/perform.ts';
import type { Work } from '../lifecycle/work.ts';
import { type ReportingOptions, tellUnknown, withReportingOptions } from '../options/options.ts';
import { readReporting } from '../options/read-reporting.ts';
import { readVariants } from '../serve/catalogue.ts';

/** `storecheck demo`: the main job on the embedded reference server, no key needed. */
export function demoCommand(io: Io, done: (exitCode: number) => void): Command {
  const command = withReportingOptions(new Command('demo'));
  return command
    .option('--fault <id>', 'break the server first, to see a failing run')
    .option('--out <dir>', "the run's folder (default: reports/<run-id>)")
    .action(async (options: ReportingOptions & { fault?: string; out?: string }) => {
      const problems = collectProblems();
      tellUnknown(command, problems);
      const reporting = readReporting(options, problems, io);
      const variants = readVariants({ fault: [options.fault ?? []].flat(), variant: [] }, problems);
      tellUnfit(options.out, problems, io);
      problems.check();
      const needs = variants[0]?.needs;
      const windowSeconds = needs?.windowSeconds ?? WINDOW_SECONDS;
      const reference = await startReference({ ...needs, windowSeconds, variants }, io);
      try {
        const given = givenOf(reference, windowSeconds, options.fault, needs);
        const result = await perform(
          demoWork(reference, windowSeconds, io),
          { ...reporting, given },
          options.out,
          false,
          io,
        );
        done(result?.exitCode ?? 0);
      } finally {
        await reference.close();
      }
    });
}

/** Short, so that both halves take half a minute; a real deployment has 60. */
const WINDOW_SECONDS = 6;

/** The same port, so that the curl lines fit; the keys are those that `serve` prints to be exported. */
function givenOf(
  { port, keys }: Reference,
  windowSeconds: number,
  fault: string | undefined,
  { seed, firstId }: Needs = {},
): Given {
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

function demoWork({ baseUrl, keys, secondKeys }: Reference, windowSeconds: number, io: Io): Work {
  const request = {
    command: 'demo',
    baseUrl,
    targetName: 'reference',
    targetClass: 'local',
    plan: 'pro',
    keyHasLetters: true,
    quota: QUOTAS.pro,
    windowSeconds,
    readOnly: false,
    settleMs: 2000,
    today: new Date(io.clock.now()).toISOString().slice(0, 10),
    categories: null,
    only: [],
    skip: [],
    maxRequests: undefined,
  } as const;
  const plans = (['free', 'pro', 'business'] as const).map((plan) => ({
    plan,
    key: `${plan}#1` as const,
    secondKey: `${plan}#2` as const,
    ...QUOTAS[plan],
    otherPlans: otherPlans(plan),
  }));
  return {
    call: {
      request,
      key: keys.pro,
      timeoutMs: 30_000,
      keys,
      permit: { writes: true, load: true },
      needs: [],
      route: {},
    },
    conformance: true,
    bounds: {},
    load: {
      limits: { plans, refusals: 8, connections: 50, sustainWindows: 0, daily: {}, ban: {} },
      keys: new Map(
        plans.flatMap(({ plan, key, secondKey }) => [
          [key, keys[plan]],
          [secondKey, secondKeys[plan]],
        ]),
      ),
      k6: undefined,
    },
  };
}
