import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { didYouMean } from '../../config/did-you-mean.ts';
import { type Config, type ReadConfig, readConfig, type Target } from '../../config/read.ts';
import { type Flags, type Settings, settingsOf } from '../../config/settings.ts';
import { SETTINGS } from '../../config/table.ts';
import { addressOf } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import { UsageError } from '../../run/errors.ts';
import type { Problems } from '../console/console.ts';
import { reading } from '../files/folder.ts';
import { problemsOf } from './options.ts';

/** A command line while it is read. Every reader adds its problems. */
export interface Call {
  readonly command: string;
  readonly flags: Flags;
  readonly from: FromFile;
  readonly settings: Settings;
  readonly io: Io;
  readonly problems: Problems;
}

/** storecheck.yaml for this call, and its path; undefined without a configuration. */
export interface FromFile extends Partial<ReadConfig & { readonly file: string }> {
  /** The target of `--target`, or the one with the URL of `--base-url`. */
  readonly target?: Target;
}

/** Reads a command line: its unknown options, the configuration, and the value of every setting. */
export function readCall(command: Command, flags: Flags, io: Io): Call {
  const problems = problemsOf(command);
  const from = fromFile(flags, io, problems);
  const target = from.config && pick(flags, from.config, from.file ?? '', problems);
  return callOf({ command: command.name(), flags, from: { ...from, ...(target && { target }) }, io, problems });
}

export function callOf(call: Omit<Call, 'settings'>): Call {
  const { flags, from, problems } = call;
  return { ...call, settings: settingsOf(flags, { ...from.config?.shared, ...from.target }, problems.add) };
}

/** Reads the configuration, if there is one. Adds every problem. */
export function fromFile({ config, target }: Pick<Flags, 'config' | 'target'>, io: Io, problems: Problems): FromFile {
  try {
    const loaded = loadConfig(io.cwd, config);
    if (loaded !== undefined) return loaded;
    if (target === undefined) return {};
    problems.add(`--target ${target}: this folder has no storecheck.yaml; use --config FILE`);
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

/** The path of a setting below the target, in storecheck.yaml. */
const pathOf = ({ target }: FromFile, { yaml }: { readonly yaml: string }, more: readonly string[]) => [
  ...['targets', target?.name ?? ''],
  ...yaml.split('.'),
  ...more,
];

/** The line of the key of a plan, e.g. `storecheck.yaml:5`. */
export const lineOfKey = (from: FromFile, plan: string): string =>
  `${from.file}:${from.locate?.(pathOf(from, SETTINGS.keys, [plan])).line ?? 1}`;

/** The place of a setting in the file, e.g. `storecheck.yaml:5:14 targets.staging.allow.writes`. */
export function placeOf(from: FromFile, name: 'allowWrites' | 'allowLoad' | 'requestsPerRun'): string {
  const path = pathOf(from, SETTINGS[name], []);
  const { line, column } = from.locate?.(path) ?? { line: 1, column: 1 };
  return `${from.file}:${line}:${column} ${path.join('.')}`;
}

const NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** Finds and reads the configuration: `--config FILE` (`typed`), else the one in the folder. Undefined if there is none. Throws a UsageError with every problem. */
export function loadConfig(folder: string, typed?: string): (ReadConfig & { readonly file: string }) | undefined {
  const file = typed ?? findConfig(folder);
  if (file === undefined) return undefined;
  if (file === '') throw new UsageError(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
  const read = readConfig(textOf(file, folder), file);
  if ('problems' in read) throw new UsageError(read.problems);
  return { ...read, file };
}

/** Does not follow links: a broken link must be an error, not a missing configuration. */
function findConfig(folder: string): string | undefined {
  const names = readdirSync(folder);
  const [first, second] = NAMES.filter((name) => names.includes(name));
  if (second !== undefined)
    throw new UsageError([`${first} and ${second} both exist: remove one, or select one with --config FILE`]);
  return first;
}

function textOf(file: string, folder: string): string {
  const bytes = reading(file, () => readFileSync(resolve(folder, file)));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError([`${file}: is not UTF-8: save it with this encoding`]);
  }
}
