import type { KeySource } from '../../config/config.ts';
import { keyVariable } from '../../result/key-variable.ts';
import { PLAN_NAMES } from '../../spec/plans.ts';
import type { Problems } from '../console/problems.ts';
import type { FromFile } from '../options/from-file.ts';
import type { CapacityOptions } from './options.ts';

/** Where keys of one plan are: a file or a variable with one key a line. */
export interface PooledSource {
  readonly plan: string;
  /** How a problem names it. */
  readonly where: string;
  readonly source: KeySource;
}

/** Those of `--key`, else of the configuration's pool, else of the plans that the target states, else of all: STORE_API_KEY_FREE and so on, or the target's. */
export function readPoolSources(
  options: CapacityOptions,
  { config, target }: FromFile,
  known: readonly string[],
  env: NodeJS.ProcessEnv,
  problems: Problems,
): PooledSource[] {
  if (options.key.length > 0) return options.key.flatMap((text) => fromOption(text, known, env, problems) ?? []);
  const pool = [...(config?.capacity?.keys ?? [])].map(
    ([plan, { file }]): PooledSource => ({ plan, where: `capacity.keys.${plan}: ${file}`, source: { file } }),
  );
  if (pool.length > 0) return pool;
  const stated = target?.keys ?? {};
  const plans = PLAN_NAMES.filter((plan) => stated[plan] !== undefined);
  return (plans.length > 0 ? plans : PLAN_NAMES).flatMap((plan) => {
    const name = keyVariable(plan);
    if (env[name] !== undefined) return [{ plan, where: `the variable ${name}`, source: { env: name } }];
    return (stated[plan] ?? []).flatMap(
      (source) => fromTarget(plan, source, `targets.${target?.name}.keys.${plan}`, env, problems) ?? [],
    );
  });
}

function fromOption(
  text: string,
  known: readonly string[],
  env: NodeJS.ProcessEnv,
  problems: Problems,
): PooledSource | undefined {
  const [plan = '', given = ''] = text.split(/=(.*)/s);
  const [kind, name = ''] = given.split(/:(.*)/s);
  if (!known.includes(plan))
    return problems.add(`--key: plans are ${known.join(', ')}; give --key PLAN=file:PATH or PLAN=env:NAME`);
  if (kind === 'file') return { plan, where: `--key ${plan}: the file`, source: { file: name } };
  if (kind === 'env' && env[name] !== undefined)
    return { plan, where: `--key ${plan}: the variable`, source: { env: name } };
  return problems.add(
    `--key ${plan}: give a source, never a value: ${plan}=file:PATH (one key a line) or ${plan}=env:NAME of a variable that is set`,
  );
}

function fromTarget(
  plan: string,
  source: KeySource,
  where: string,
  env: NodeJS.ProcessEnv,
  problems: Problems,
): PooledSource | undefined {
  if ('file' in source) return { plan, where: `${where}: ${source.file}`, source };
  if (env[source.env] !== undefined) return { plan, where: `${where}: the variable ${source.env}`, source };
  return problems.add(`${where}: the variable ${source.env} is not set; export it, or use a file`);
}
