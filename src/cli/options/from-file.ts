import type { Config, ReadConfig, Target } from '../../config/index.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import type { Granted } from '../lifecycle/run-budget.ts';
import { loadConfig } from './config-file.ts';
import type { LoadOptions, SendingOptions } from './options.ts';
import type { PermitOptions } from './permit.ts';

/** What storecheck.yaml says for this call; both undefined where there is none. */
export interface FromFile {
  readonly config?: Config;
  /** The target that was named, or the one with the base URL that was given. */
  readonly target?: Target;
  /** The file's path, for messages. */
  readonly file?: string;
  readonly locate?: ReadConfig['locate'];
}

export interface ConfigOptions {
  readonly config?: string;
  readonly target?: string;
  readonly baseUrl?: string;
}

/** Reads the configuration and picks the target; every problem is added, none thrown. */
export function readFromFile(options: ConfigOptions, folder: string, problems: Problems): FromFile {
  const loaded = loadConfig(folder, options.config);
  if (loaded === 'none') {
    if (options.target !== undefined)
      problems.add(`--target ${options.target}: there is no storecheck.yaml here; name it with --config FILE`);
    if (options.target !== undefined) problems.unread();
    return {};
  }
  if ('problems' in loaded) {
    for (const problem of loaded.problems) problems.add(problem);
    problems.unread();
    return {};
  }
  const { config, file, locate } = loaded;
  const target = pick(options, config, file, problems);
  return { config, file, locate, ...(target === undefined ? {} : { target }) };
}

function pick(
  { target: name, baseUrl }: ConfigOptions,
  { targets }: Config,
  file: string,
  problems: Problems,
): Target | undefined {
  const names = [...targets.keys()];
  if (name !== undefined) {
    const found = targets.get(name);
    if (found === undefined) {
      problems.add(
        `--target: ${file} has no target ${JSON.stringify(name)}${didYouMean(name, names)}; it has ${names.length === 0 ? 'none (targets: names them)' : names.join(', ')}`,
      );
      problems.unread();
    } else if (baseUrl !== undefined) problems.add('--target and --base-url name two services; give one of them');
    return found;
  }
  if (baseUrl !== undefined) return [...targets.values()].find((one) => one.baseUrl === baseUrl.replace(/\/+$/, ''));
  const [only, another] = targets.values();
  if (another === undefined) return only;
  problems.add(`--target: ${file} has ${names.join(', ')}; name the one that is meant`);
  problems.unread();
  return undefined;
}

/** Flags, then the environment, then the file: what a flag does not state is taken from the target. */
export function withTarget<O extends SendingOptions & Partial<LoadOptions>>(
  options: O,
  { target, config }: FromFile,
  env: NodeJS.ProcessEnv,
): O {
  if (target === undefined) return options;
  const { budgets, enterprise } = target;
  const contract = enterprise ?? config?.plans.enterprise;
  const stated = {
    settle: seconds(target.settleMs),
    categories: target.categories === 'any' ? undefined : target.categories?.join(','),
    refusals: budgets.refusalsPerKey,
    connections: budgets.connections,
    enterprisePerMinute: contract?.perMinute,
    enterprisePerDay: contract?.perDay,
  };
  return {
    ...asFlags(stated),
    ...fromTarget(options, target),
    key: options.key.length > 0 ? options.key : keysOf(target, env),
    ...(options.secondKey === undefined
      ? {}
      : { secondKey: options.secondKey.length > 0 ? options.secondKey : secondKeysOf(target) }),
  };
}

/** The way to the target and what it allows, which every command that sends takes from it; flags first. */
export function fromTarget<O extends PermitOptions>(options: O, target: Target | undefined): O {
  if (target === undefined) return options;
  const { baseUrl, windowSeconds, timeoutMs, proxy, ca, allow } = target;
  return {
    ...asFlags({ baseUrl, window: windowSeconds, timeout: seconds(timeoutMs), proxy, ca }),
    ...options,
    allowWrites: options.allowWrites ?? allow.writes === true,
    allowLoad: options.allowLoad ?? allow.load === true,
  };
}

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);

function asFlags(stated: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stated).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/**
 * The first key of each plan; a variable of the surroundings stands before the file. Plans that the target does not name are left alone:
 * their variables hold another deployment's keys.
 */
function keysOf({ keys }: Target, env: NodeJS.ProcessEnv): string[] {
  return PLAN_NAMES.flatMap((plan) => {
    const [source] = keys[plan] ?? [];
    if (source === undefined) return [];
    const variable = keyVariable(plan);
    return [`${plan}=${env[variable] === undefined ? written(source) : `env:${variable}`}`];
  });
}

function secondKeysOf({ keys, secondKeys }: Target): string[] {
  return PLAN_NAMES.flatMap((plan) => {
    const source = secondKeys[plan] ?? keys[plan]?.[1];
    return source === undefined ? [] : [`${plan}=${written(source)}`];
  });
}

const written = (source: { readonly env: string } | { readonly file: string }) =>
  'env' in source ? `env:${source.env}` : `file:${source.file}`;

/** What the target is granted, each with its place in the file. */
export function grantedBy({ target, file = '', locate }: FromFile): Granted | undefined {
  if (target === undefined) return undefined;
  const placeOf = (budget: keyof Granted['budgets']) => {
    const path = ['targets', target.name, 'budgets', budget];
    const { line, column } = locate?.(path) ?? { line: 1, column: 1 };
    return `${file}:${line}:${column} ${path.join('.')}`;
  };
  return { budgets: target.budgets, placeOf };
}
