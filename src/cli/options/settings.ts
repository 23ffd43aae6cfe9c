import { type Budgets, classOf, type TargetClass } from '../../config/index.ts';
import type { Io } from '../../io/io.ts';
import { type Bounds, durationText } from '../../run/lifecycle/bounds.ts';
import type { Problems } from '../console/problems.ts';
import { addFolderProblem } from '../files/folder.ts';
import type { FromFile } from './from-file.ts';
import type { Flags } from './options.ts';
import { type Permitted, readPermit } from './permit.ts';
import { type Reporting, readReporting } from './read-reporting.ts';
import { type Route, readRoute } from './read-route.ts';
import { readTargetUrl } from './target.ts';
import { duration, seconds } from './values.ts';

/** The service, the route to it, and what the run may do to it. */
export interface TargetSettings extends Permitted {
  /** Name in storecheck.yaml, else the host. */
  readonly name: string;
  /** Without a trailing slash; empty if it is missing, which is a problem. */
  readonly baseUrl: string;
  readonly host: string;
  readonly targetClass: TargetClass;
  readonly windowSeconds: number;
  readonly timeoutMs: number;
  readonly route: Route;
  readonly budgets: Budgets | undefined;
}

/**
 * The settings of every command that sends. Each value is read and validated once: from the flag, else the environment, else storecheck.yaml,
 * else its default. Adds every problem.
 */
export interface Settings {
  readonly command: string;
  readonly target: TargetSettings;
  readonly bounds: Bounds;
  readonly reporting: Reporting;
  /** Path of k6, if an option names it. */
  readonly k6: string | undefined;
  readonly out: string | undefined;
  readonly dryRun: boolean;
}

type SettingsIo = Pick<Io, 'env' | 'cwd' | 'stdin' | 'stderr'>;

export function readTargetSettings(
  command: string,
  flags: Flags,
  { target, earlier }: FromFile,
  io: SettingsIo,
  problems: Problems,
): TargetSettings {
  const baseUrl = readTargetUrl(flags.baseUrl ?? target?.baseUrl, problems);
  const url = baseUrl === '' ? undefined : new URL(baseUrl);
  const host = url?.host ?? '';
  const targetClass = target?.class ?? (url === undefined ? 'production' : classOf(url));
  const timeout = seconds(flags.timeout, '--timeout', problems);
  const usualTimeoutMs = command === 'capacity' ? 10_000 : 30_000;
  return {
    ...readPermit(command, flags, { host, targetClass, allow: target?.allow }, io, problems),
    name: target?.name ?? host,
    baseUrl,
    host,
    targetClass,
    windowSeconds: seconds(flags.window, '--window', problems) ?? earlier?.windowSeconds ?? target?.windowSeconds ?? 60,
    timeoutMs: timeout === undefined ? (target?.timeoutMs ?? usualTimeoutMs) : timeout * 1_000,
    route: readRoute(flags, target, problems, io),
    budgets: target?.budgets,
  };
}

export function readSettings(
  command: string,
  flags: Flags,
  from: FromFile,
  io: SettingsIo,
  problems: Problems,
): Settings {
  const target = readTargetSettings(command, flags, from, io, problems);
  addFolderProblem(flags.out, problems, io);
  return {
    command,
    target,
    bounds: readBounds(flags, problems),
    reporting: readReporting(flags, problems, io, from),
    k6: flags.k6,
    out: flags.out,
    dryRun: flags.dryRun === true,
  };
}

function readBounds({ waitForReady, maxDuration }: Flags, problems: Problems): Bounds {
  const waitMs = duration(waitForReady, '--wait-for-ready', problems);
  const maxMs = duration(maxDuration, '--max-duration', problems);
  if (waitMs !== undefined && maxMs !== undefined && waitMs >= maxMs)
    problems.add(
      `--wait-for-ready (${durationText(waitMs)}) must be shorter than --max-duration (${durationText(maxMs)}), which includes it`,
    );
  return { waitMs, maxMs };
}
