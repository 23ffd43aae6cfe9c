import type { Command } from 'commander';
import type { Flags } from '../../config/settings.ts';
import { apiKey } from '../../exchange/api-key.ts';
import type { Io } from '../../io/io.ts';
import type { Expected } from '../../result/build.ts';
import type { Granted } from '../../run/cost.ts';
import { type Call, placeOf, readCall } from './call.ts';
import { expectedFor } from './expected.ts';
import { readQuotas } from './quotas.ts';
import { readCheckRequest, readRunKeys } from './read-check.ts';
import { readLimits, withinMaxRequests } from './read-limits.ts';
import { readSettings } from './settings.ts';

export type RunKind = 'check' | 'limits' | 'run';

export interface RunSettings extends ReturnType<typeof readParts> {
  readonly granted?: Granted | undefined;
  readonly expected?: Expected;
}

/** Reads the settings of a run. Throws a UsageError with every problem. */
export function readRunSettings(command: Command, kind: RunKind, flags: Flags, io: Io): RunSettings {
  const call = readCall(command, flags, io);
  const settings = readParts(call, kind);
  const expected = expectedFor(call, settings.target.name, settings.reporting.failOn);
  call.problems.check();
  const { requestsPerRun } = call.settings;
  const granted =
    requestsPerRun === undefined ? undefined : { requestsPerRun, place: placeOf(call.from, 'requestsPerRun') };
  return { ...settings, granted, expected };
}

/** The settings of the parts of a run, without what the configuration expects of its result. */
export function readParts(call: Call, kind: RunKind) {
  const conformance = kind !== 'limits';
  const settings = readSettings(call);
  const { target } = settings;
  const runKeys = readRunKeys(call);
  const quotaOf = readQuotas(call);
  const request = readCheckRequest(call, target, runKeys, quotaOf);
  const load = kind === 'check' ? undefined : readLimits(call, runKeys, request, quotaOf);
  const limited = load === undefined ? request : withinMaxRequests(request, load.limits, conformance, call.problems);
  const key = runKeys.keys[request.plan] ?? apiKey(`${request.plan}#1`, '');
  return { ...settings, request: limited, conformance, key, load };
}
