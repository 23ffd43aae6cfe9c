import type { Config, ReadConfig, Target } from '../../config/index.ts';
import type { Granted } from '../../run/lifecycle/run-budget.ts';
import { didYouMean, type Problems } from '../console/problems.ts';
import { loadConfig } from './config-file.ts';
import type { Flags } from './options.ts';

/** What storecheck.yaml says for this call; both undefined where there is none. */
export interface FromFile {
  readonly config?: Config;
  /** The target that was named, or the one with the base URL that was given. */
  readonly target?: Target;
  /** The file's path, for messages. */
  readonly file?: string;
  readonly locate?: ReadConfig['locate'];
  /** Goes before the file. */
  readonly earlier?: EarlierRun | undefined;
}

/** What a rerun takes from the run that it repeats. */
export interface EarlierRun {
  readonly windowSeconds?: number;
  readonly enterprisePerMinute?: number | undefined;
}

/** Reads the configuration and picks the target; every problem is added, none thrown. */
export function readFromFile(
  options: Pick<Flags, 'config' | 'target' | 'baseUrl'>,
  folder: string,
  problems: Problems,
): FromFile {
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
  { target: name, baseUrl }: Pick<Flags, 'target' | 'baseUrl'>,
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
