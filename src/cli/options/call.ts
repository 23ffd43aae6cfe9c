import { readdirSync } from 'node:fs';
import type { Command } from 'commander';
import { didYouMean } from '../../config/kinds.ts';
import { type Config, readConfig, type Target } from '../../config/read.ts';
import { type Flags, type Settings, settingsOf } from '../../config/settings.ts';
import { addressOf } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import type { Problems } from '../console/console.ts';
import { textOf } from '../files/folder.ts';
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
export interface FromFile extends Partial<Config & { readonly file: string }> {
  /** The target of `--target`, or the one with the URL of `--base-url`. */
  readonly target?: Target;
}

/** Reads a command line: its unknown options, the configuration, and the value of every setting. Throws a UsageError if the configuration cannot be read: values may be there. */
export function readCall(command: Command, flags: Flags, io: Io): Call {
  const problems = problemsOf(command);
  const file = fromFile(flags, problems, io);
  const from = file && pick(flags, file, problems);
  const call = callOf({ command: command.name(), flags, from: from ?? {}, io, problems });
  if (from === undefined) problems.check();
  return call;
}

export function callOf(call: Omit<Call, 'settings'>): Call {
  const { flags, from, problems } = call;
  return { ...call, settings: settingsOf(flags, { ...from.shared, ...from.target }, problems.add) };
}

type Named = Readonly<Partial<Record<'config' | 'target', string | undefined>>>;

/** Finds and reads the configuration: `--config FILE`, else the one in the folder. Adds every problem, and returns undefined. */
export function fromFile({ config, target }: Named, problems: Problems, io: Pick<Io, 'cwd'>): FromFile | undefined {
  // A link is not followed: a broken one must be an error, not a missing configuration.
  const present = config === undefined ? readdirSync(io.cwd) : [];
  const [file = config, second] = NAMES.filter((name) => present.includes(name));
  if (second !== undefined)
    return problems.add(`${file} and ${second} both exist: remove one, or select one with --config FILE`);
  if (file === '') return problems.add('--config is empty: name a file, e.g. --config ci/storecheck.yaml');
  if (file === undefined && target !== undefined)
    return problems.add(`--target ${target}: this folder has no storecheck.yaml; use --config FILE`);
  if (file === undefined) return {};
  const text = textOf(file, `cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  if (text.includes('\ufffd')) return problems.add(`${file}: is not UTF-8: save it with this encoding`);
  const read = readConfig(text, file);
  if (!('problems' in read)) return { ...read, file };
  for (const problem of read.problems) problems.add(problem);
  return undefined;
}

const NAMES = ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'] as const;

/** The configuration with its target. Adds a problem, and returns undefined, if the target is unknown. */
function pick({ target: name, baseUrl }: Flags, from: FromFile, problems: Problems): FromFile | undefined {
  const { targets, file } = from;
  const all = [...(targets?.values() ?? [])];
  const names = all.map((one) => one.name);
  if (name !== undefined) {
    const target = targets?.get(name);
    if (target === undefined)
      return problems.add(
        `--target: ${file} has no target ${JSON.stringify(name)}${didYouMean(name, names)}; its targets are ${names.join(', ') || 'missing (add targets:)'}`,
      );
    if (baseUrl !== undefined) problems.add('--target and --base-url name different services: use one of them');
    return { ...from, target };
  }
  const possible = baseUrl === undefined ? all : all.filter((one) => addressOf(one.baseUrl) === addressOf(baseUrl));
  const [target, another] = possible;
  if (another !== undefined)
    return problems.add(
      baseUrl === undefined
        ? `--target is missing: ${file} has the targets ${names.join(', ')}`
        : `--base-url: several targets of ${file} have this address; select one with --target (${names.join(', ')})`,
    );
  return target === undefined ? from : { ...from, target };
}

/** The place of a setting of the target: its `line`, e.g. `storecheck.yaml:5`, and all of it, `storecheck.yaml:5:14 targets.staging.allow.writes`. */
export function placeOf({ target, file, locate }: FromFile, yaml: string, ...more: readonly string[]) {
  const path = ['targets', target?.name ?? '', ...yaml.split('.'), ...more];
  const { line, col } = locate?.(path) ?? { line: 1, col: 1 };
  return { line: `${file}:${line}`, text: `${file}:${line}:${col} ${path.join('.')}` };
}
