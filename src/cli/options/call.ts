import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { didYouMean } from '../../config/kinds.ts';
import { type ReadConfig, readConfig, type Target } from '../../config/read.ts';
import { type Flags, type Settings, settingsOf } from '../../config/settings.ts';
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

/** Reads a command line: its unknown options, the configuration, and the value of every setting. Throws a UsageError if the configuration cannot be read: values may be there. */
export function readCall(command: Command, flags: Flags, io: Io): Call {
  const problems = problemsOf(command);
  let from: FromFile | undefined;
  try {
    const file = fromFile(flags, io);
    from = { ...file, ...pick(flags, file, problems) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const problem of error.problems) problems.add(problem);
  }
  const call = callOf({ command: command.name(), flags, from: from ?? {}, io, problems });
  if (from === undefined) problems.check();
  return call;
}

export function callOf(call: Omit<Call, 'settings'>): Call {
  const { flags, from, problems } = call;
  return { ...call, settings: settingsOf(flags, { ...from.config?.shared, ...from.target }, problems.add) };
}

type Named = Readonly<Partial<Record<'config' | 'target', string | undefined>>>;

/** Finds and reads the configuration: `--config FILE`, else the one in the folder. Throws a UsageError with every problem. */
export function fromFile({ config, target }: Named, { cwd }: Pick<Io, 'cwd'>): FromFile {
  const file = config ?? findConfig(cwd);
  if (file === '') throw new UsageError(['--config is empty: name a file, e.g. --config ci/storecheck.yaml']);
  if (file !== undefined) {
    const text = reading(file, () => readFileSync(resolve(cwd, file), 'utf8'));
    if (text.includes('\ufffd')) throw new UsageError([`${file}: is not UTF-8: save it with this encoding`]);
    const read = readConfig(text, file);
    if ('problems' in read) throw new UsageError(read.problems);
    return { ...read, file };
  }
  if (target === undefined) return {};
  throw new UsageError([`--target ${target}: this folder has no storecheck.yaml; use --config FILE`]);
}

function pick({ target: name, baseUrl }: Flags, { config, file }: FromFile, problems: Problems): FromFile {
  const all = [...(config?.targets.values() ?? [])];
  const names = all.map((one) => one.name);
  if (name !== undefined) {
    const target = config?.targets.get(name);
    if (target === undefined)
      throw new UsageError([
        `--target: ${file} has no target ${JSON.stringify(name)}${didYouMean(name, names)}; its targets are ${names.join(', ') || 'missing (add targets:)'}`,
      ]);
    if (baseUrl !== undefined) problems.add('--target and --base-url name different services: use one of them');
    return { target };
  }
  const possible = baseUrl === undefined ? all : all.filter((one) => addressOf(one.baseUrl) === addressOf(baseUrl));
  const [target, another] = possible;
  if (another !== undefined)
    throw new UsageError([
      baseUrl === undefined
        ? `--target is missing: ${file} has the targets ${names.join(', ')}`
        : `--base-url: several targets of ${file} have this address; select one with --target (${names.join(', ')})`,
    ]);
  return target === undefined ? {} : { target };
}

/** The place of a setting of the target: its `line`, e.g. `storecheck.yaml:5`, and all of it, `storecheck.yaml:5:14 targets.staging.allow.writes`. */
export function placeOf({ target, file, locate }: FromFile, yaml: string, ...more: readonly string[]) {
  const path = ['targets', target?.name ?? '', ...yaml.split('.'), ...more];
  const { line, col } = locate?.(path) ?? { line: 1, col: 1 };
  return { line: `${file}:${line}`, text: `${file}:${line}:${col} ${path.join('.')}` };
}

const NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** Does not follow links: a broken link must be an error, not a missing configuration. */
function findConfig(folder: string): string | undefined {
  const names = readdirSync(folder);
  const [first, second] = NAMES.filter((name) => names.includes(name));
  if (second !== undefined)
    throw new UsageError([`${first} and ${second} both exist: remove one, or select one with --config FILE`]);
  return first;
}
