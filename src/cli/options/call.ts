import { readdirSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { didYouMean, readOption } from '../../config/kinds.ts';
import { type Config, readConfig, type Target } from '../../config/read.ts';
import { type AllSettings, type Flags, SETTING_ENTRIES, SETTING_GROUPS, type Setting } from '../../config/table.ts';
import { normalizedUrl } from '../../config/target-class.ts';
import type { Io } from '../../io/io.ts';
import { collectProblems, type Problems } from '../../run/errors.ts';
import { plural } from '../../text/number-text.ts';
import { readText } from '../files/folder.ts';

/** Adds arguments, options and action to a command. The action calls `setExitCode` if its exit code may differ from 0. */
export type Definition = (command: Command, io: Io, setExitCode: (exitCode: number) => void) => Command;

export function withOptions(command: Command): Command {
  for (const [group, rows] of Object.entries(SETTING_GROUPS))
    for (const { kind, flag, commands = [], help = '' } of Object.values<Setting>(rows)) {
      if (flag === undefined || !commands.some((name) => name === command.name())) continue;
      const isRepeatable = 'repeatable' in kind;
      const added = new Option(flag, isRepeatable ? `${help}; repeatable` : help).helpGroup(group);
      if (isRepeatable) added.argParser((value, previous: readonly string[] = []) => [...previous, value]);
      command.addOption(added);
    }
  return command;
}

/** Collects the unknown options and extra arguments of a command line. Commander would stop at the first one. */
export function argumentProblems(command: Command): Problems {
  const problems = collectProblems();
  const known = command.options.flatMap(({ long }) => long ?? []);
  const unknown = command.args.filter((argument) => argument.startsWith('-'));
  for (const option of unknown) {
    const name = option.split('=')[0] ?? option;
    problems.add(`unknown option ${name}${didYouMean(name, known)}`);
  }
  const expected = command.registeredArguments;
  const extra = expected.some(({ variadic }) => variadic) ? 0 : command.args.length - expected.length;
  if (unknown.length === 0 && extra > 0) {
    const takes = expected.map((argument) => `<${argument.name()}>`).join(' ') || 'only options';
    problems.add(
      `${command.name()} takes ${takes}: ${plural(extra, 'argument')} too many (not printed: one may be a key)`,
    );
  }
  return problems;
}

/** A command line and its settings, while they are read. Every reader adds its problems. */
export interface Call {
  readonly command: string;
  readonly flags: Flags;
  readonly config: FileConfig;
  readonly settings: AllSettings;
  readonly io: Io;
  readonly problems: Problems;
}

/** storecheck.yaml for this call, and its path; empty without a configuration. */
export interface FileConfig extends Partial<Config & { readonly file: string }> {
  /** The target of `--target`, or the one with the URL of `--base-url`. */
  readonly target?: Target;
}

/** Reads a command line and the configuration. Throws a CommandError if the configuration cannot be read: its values are unknown. */
export function readCall(command: Command, flags: Flags, io: Io): Call {
  const problems = argumentProblems(command);
  const file = findConfig(flags, problems, io);
  const config = file && withTarget(flags, file, problems);
  const call = callOf({ command: command.name(), flags, config: config ?? {}, io, problems });
  if (config === undefined) problems.throwIfAny();
  return call;
}

/** Fills in the settings: from the options, else from storecheck.yaml, else their defaults. */
export function callOf(call: Omit<Call, 'settings'>): Call {
  const { flags, config, problems } = call;
  const fromFile = { ...config.shared, ...config.target };
  const values = SETTING_ENTRIES.map(([name, { kind, option = '', ...row }]) => {
    const typed = (flags as Readonly<Record<string, unknown>>)[name];
    const fromFlag = typed === undefined ? undefined : readOption(kind, typed, option, problems.add);
    return [name, fromFlag ?? fromFile[name] ?? row.default];
  });
  return { ...call, settings: Object.fromEntries(values) as AllSettings };
}

/** Finds and reads the configuration: `--config FILE`, else the one in the folder. Returns undefined if it has problems, and adds these. */
export function findConfig(flags: Flags, problems: Problems, io: Pick<Io, 'cwd'>): FileConfig | undefined {
  const found = configFile(flags, problems, io);
  if (found === undefined) return undefined;
  const { file } = found;
  if (file === '') return problems.add('--config is empty: name a file, e.g. --config ci/storecheck.yaml');
  if (file === undefined && flags.target !== undefined)
    return problems.add(`--target ${flags.target}: this folder has no storecheck.yaml; use --config FILE`);
  if (file === undefined) return {};
  const text = readText(file, `cannot read ${file}`, problems, io);
  if (text === undefined) return undefined;
  if (text.includes('\ufffd')) return problems.add(`${file}: is not UTF-8: save it with this encoding`);
  const read = readConfig(text, file);
  if (!('problems' in read)) return { ...read, file };
  for (const problem of read.problems) problems.add(problem);
  return undefined;
}

/** The name of the configuration, if there is one. Adds a problem, and returns undefined, if the folder has two. */
export function configFile({ config }: Flags, problems: Problems, io: Pick<Io, 'cwd'>) {
  const [file = config, second] = config === undefined ? configsIn(io) : [];
  if (second === undefined) return { file };
  return problems.add(`${file} and ${second} both exist: remove one, or select one with --config FILE`);
}

/** The configurations in this folder. A link is not followed: a broken one must be an error, not a missing configuration. */
export function configsIn({ cwd }: Pick<Io, 'cwd'>): string[] {
  const present = readdirSync(cwd);
  return ['storecheck.yaml', 'storecheck.yml', 'storecheck.json'].filter((name) => present.includes(name));
}

/** The configuration with the target that the options select. Adds a problem, and returns undefined, if they select none or several. */
function withTarget({ target: name, baseUrl }: Flags, config: FileConfig, problems: Problems): FileConfig | undefined {
  const { targets, file } = config;
  const known = [...(targets?.values() ?? [])];
  const names = known.map((entry) => entry.name);
  const hasAddress = (entry: Target) =>
    baseUrl === undefined || normalizedUrl(entry.baseUrl) === normalizedUrl(baseUrl);
  const isSelected = (entry: Target) => (name === undefined ? hasAddress(entry) : entry.name === name);
  const [target, another] = known.filter(isSelected);
  if (name !== undefined && target === undefined)
    return problems.add(
      `--target: ${file} has no target ${JSON.stringify(name)}${didYouMean(name, names)}; its targets are ${names.join(', ') || 'missing (add targets:)'}`,
    );
  if (name !== undefined && baseUrl !== undefined)
    problems.add('--target and --base-url both name the service: use one of them');
  if (another !== undefined)
    return problems.add(
      baseUrl === undefined
        ? `--target is missing: ${file} has the targets ${names.join(', ')}`
        : `--base-url: several targets of ${file} have this address; select one with --target (${names.join(', ')})`,
    );
  return target === undefined ? config : { ...config, target };
}

/** The place of a setting of the target, e.g. `storecheck.yaml:5` and `storecheck.yaml:5:14 targets.staging.allow.writes`. */
export function placeOf({ target, file, locate }: FileConfig, yaml: string, ...more: readonly string[]) {
  const path = ['targets', target?.name ?? '', ...yaml.split('.'), ...more];
  const { line, col } = locate?.(path) ?? { line: 1, col: 1 };
  return { line: `${file}:${line}`, text: `${file}:${line}:${col} ${path.join('.')}` };
}

/** Today's date in UTC: `2026-11-21`. */
export const todayOf = ({ clock }: Pick<Io, 'clock'>): string => new Date(clock.now()).toISOString().slice(0, 10);
