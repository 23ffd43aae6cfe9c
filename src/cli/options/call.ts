import type { Command } from 'commander';
import type { Config, Target } from '../../config/config.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import { addressOf } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import type { Granted } from '../../run/cost.ts';
import { UsageError } from '../../run/errors.ts';
import type { Problems } from '../console/problems.ts';
import { loadConfig } from './config-file.ts';
import { type Flags, problemsOf } from './options.ts';

/** A command line while its settings are read. Every reader adds its problems. */
export interface Call {
  readonly command: string;
  readonly flags: Flags;
  readonly from: FromFile;
  readonly io: Io;
  readonly problems: Problems;
}

/** Begins to read a command line: its unknown options, and the configuration. */
export function readCall(command: Command, flags: Flags, io: Io): Call {
  const problems = problemsOf(command);
  return { command: command.name(), flags, from: readFromFile(flags, io.cwd, problems), io, problems };
}

/** The settings of storecheck.yaml for this call, and the path of the file; undefined without a configuration. */
export interface FromFile extends Partial<NonNullable<ReturnType<typeof loadConfig>>> {
  /** The target of `--target`, or the one with the URL of `--base-url`. */
  readonly target?: Target;
}

/** Reads the configuration and selects the target. Adds every problem. */
export function readFromFile(
  options: Pick<Flags, 'config' | 'target' | 'baseUrl'>,
  folder: string,
  problems: Problems,
): FromFile {
  try {
    const loaded = loadConfig(folder, options.config);
    if (loaded !== undefined) {
      const target = pick(options, loaded.config, loaded.file, problems);
      return target === undefined ? loaded : { ...loaded, target };
    }
    if (options.target === undefined) return {};
    problems.add(`--target ${options.target}: this folder has no storecheck.yaml; use --config FILE`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const problem of error.problems) problems.add(problem);
  }
  problems.unread();
  return {};
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
        `--target: ${file} has no target ${JSON.stringify(name)}${didYouMean(name, names)}; its targets are ${names.length === 0 ? 'missing (add targets:)' : names.join(', ')}`,
      );
      problems.unread();
    } else if (baseUrl !== undefined) problems.add('--target and --base-url name different services: use one of them');
    return found;
  }
  if (baseUrl !== undefined) {
    const alike = [...targets.values()].filter((one) => addressOf(one.baseUrl) === addressOf(baseUrl));
    if (alike.length > 1) {
      const those = alike.map((one) => one.name).join(', ');
      problems.add(`--base-url: the targets ${those} of ${file} have this address; select one with --target`);
    }
    return alike[0];
  }
  const [only, another] = targets.values();
  if (another === undefined) return only;
  problems.add(`--target is missing: ${file} has the targets ${names.join(', ')}`);
  problems.unread();
  return undefined;
}

/** The line of a setting, e.g. `storecheck.yaml:5`. */
export const lineIn = ({ file = '', locate }: FromFile, path: readonly string[]): string =>
  `${file}:${locate?.(path).line ?? 1}`;

/** The place of a setting in the file, e.g. `storecheck.yaml:5:14 targets.staging.allow.writes`. */
export function placeIn({ file = '', locate }: FromFile, path: readonly string[]): string {
  const { line, column } = locate?.(path) ?? { line: 1, column: 1 };
  return `${file}:${line}:${column} ${path.join('.')}`;
}

/** The budgets of the target, with their places in the file. */
export function grantedBy(from: FromFile): Granted | undefined {
  const { target } = from;
  if (target === undefined) return undefined;
  return { budgets: target.budgets, placeOf: (budget) => placeIn(from, ['targets', target.name, 'budgets', budget]) };
}
