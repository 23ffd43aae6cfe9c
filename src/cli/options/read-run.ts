import type { Command } from 'commander';
import type { KeySource } from '../../config/index.ts';
import { apiKey } from '../../exchange/index.ts';
import type { Io } from '../../io/io.ts';
import type { OriginalCall } from '../../reporters/terminal/options.ts';
import type { Expected } from '../../result/build.ts';
import { keyVariable } from '../../result/key-variable.ts';
import type { Granted } from '../../run/lifecycle/run-budget.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { shellWord } from '../console/called.ts';
import { type Call, type EarlierRun, readCall } from './call.ts';
import { expectedFor } from './expected.ts';
import { grantedBy } from './from-file.ts';
import { type KeyReference, keyReferences } from './keys.ts';
import type { Flags } from './options.ts';
import { readCheckRequest, readRunKeys } from './read-check.ts';
import { readLimits, withinMaxRequests } from './read-limits.ts';
import { readSettings } from './settings.ts';
import { readQuotas } from './values.ts';

/** The conformance part, the limits, or both. */
export type RunKind = 'check' | 'limits' | 'run';

/** The settings of check, limits, or both. */
export interface RunSettings extends ReturnType<typeof readParts> {
  readonly granted?: Granted | undefined;
  readonly expected?: Expected;
}

/** Reads the settings of a run. Throws a UsageError with every problem. */
export function readRunSettings(
  command: Command,
  kind: RunKind,
  flags: Flags,
  io: Io,
  earlier?: EarlierRun,
): RunSettings {
  const call: Call = { ...readCall(command, flags, io, kind), earlier };
  const settings = readParts(call, kind);
  const { reporting, target } = settings;
  const expected = expectedFor(call, target.name, reporting.failOn);
  call.problems.check();
  const noLoad = target.forbidden.load === undefined ? {} : { noLoad: true as const };
  const originalCall = { ...originalCallOf(command, keyReferences(call), io.env), ...noLoad };
  return { ...settings, granted: grantedBy(call.from), expected, reporting: { ...reporting, originalCall } };
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
  /** The key of the conformance part. */
  const key = runKeys.keys[request.plan] ?? apiKey(`${request.plan}#1`, '');
  return { ...settings, request: limited, conformance, key, load };
}

/** Options that a rerun command repeats. The others come from the earlier result or apply to one run. */
const TAKEN_OVER = [
  ...['target', 'config', 'key', 'secondKey', 'daily', 'enterprisePerMinute', 'enterprisePerDay'],
  ...['settle', 'categories', 'timeout', 'proxy', 'ca', 'refusals', 'connections', 'k6', 'readOnly', 'keyInUrl'],
];

/** The options and key sources of this call, for printed commands. Never the keys. */
export function originalCallOf(command: Command, keys: readonly KeyReference[], env: NodeJS.ProcessEnv): OriginalCall {
  const typed = command.options.filter(
    (option) =>
      TAKEN_OVER.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  const options = typed.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const name = option.long ?? '';
    if (value === true) return [name];
    return [value].flat().flatMap((one) => [name, shellWord(String(one))]);
  });
  const variables = PLAN_NAMES.map(keyVariable).flatMap((name, index) =>
    env[name] === undefined ? [] : [[PLAN_NAMES[index], `"$${name}"`]],
  );
  const sources = keys.flatMap(({ plan, source }) => (source === undefined ? [] : [[plan, inShell(source)]]));
  const failed: unknown = command.getOptionValue('failed');
  const earlier = typeof failed === 'string' ? { failed: shellWord(failed) } : {};
  return { options, ...earlier, keys: Object.fromEntries([...variables, ...sources]) };
}

const inShell = (source: KeySource) => ('file' in source ? `"$(cat ${shellWord(source.file)})"` : `"$${source.env}"`);
