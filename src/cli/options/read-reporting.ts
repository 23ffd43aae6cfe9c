import { basename, resolve } from 'node:path';
import { REPORTERS, type ReporterName } from '../../config/reporters.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { FAIL_ON, type FailOn } from '../../judge/gate/gate.ts';
import { oneOf, type Problems } from '../console/problems.ts';
import { FILES, fileOf } from '../files/folder.ts';
import { whyNotWritable } from '../files/writable.ts';
import type { Call } from './call.ts';

export interface Reporting extends ReturnType<typeof readReporting> {
  /** Only of a demo: the arguments that start its server again. */
  readonly serve?: string;
}

/** The path `-` is stdout. Without a path, the reporter writes its own file, or to stdout if it has none. */
export interface Named {
  readonly name: ReporterName;
  readonly path: string | undefined;
}

export function readReporting({ flags, from: { config, target }, problems, io }: Omit<Call, 'command'>) {
  const { reporter = [] } = flags;
  const stated = target !== undefined && target.failOn.length > 0 ? target.failOn : (config?.failOn ?? []);
  const failOn = flags.failOn === undefined ? stated : failOnOf(flags.failOn, problems);
  const quiet = flags.quiet === true;
  const where = reporter.length > 0 ? '--reporter' : 'reporters';
  const typed = reporter.flatMap((value) => value.split(','));
  const asked = typed.length > 0 ? typed : (config?.reporters ?? []);
  const named = asked.flatMap((value) => reporterOf(value, where, problems, io));
  const printing = named.filter(isPrinted);
  // Several texts for people can share stdout; other formats cannot.
  if (printing.length > 1 && !printing.every(({ name }) => name === 'terminal' || name === 'github'))
    problems.add(
      `${where}: ${printing.map(({ name }) => name).join(' and ')} write to stdout, but only one reporter can; add a path to the others (name=path)`,
    );
  const files = named.flatMap(({ path }) => (path === undefined || path === '-' ? [] : [resolve(io.cwd, path)]));
  const twice = files.find((file, index) => files.indexOf(file) < index);
  if (twice !== undefined) problems.add(`${where}: two reporters write to ${twice}; use different paths`);
  return {
    failOn: ['must' as FailOn, ...failOn.filter((level) => level !== 'must')],
    reporters: named.length > 0 ? named : byContext(io.env, quiet).map((name): Named => ({ name, path: undefined })),
    quiet,
    verbose: flags.verbose === true,
  };
}

function failOnOf(text: string, problems: Problems): FailOn[] {
  return text.split(',').flatMap((level) => oneOf(level.trim(), '--fail-on', FAIL_ON, problems) ?? []);
}

/** The default reporters. The run's folder has files for every CI anyway. */
function byContext(env: Env, quiet: boolean): ReporterName[] {
  return env['GITHUB_ACTIONS'] === 'true' && !quiet ? ['terminal', 'github'] : ['terminal'];
}

function reporterOf(value: string, where: string, problems: Problems, io: Pick<Io, 'cwd'>): Named[] {
  const [typed = '', ...rest] = value.trim().split('=');
  const name = oneOf(typed, where, REPORTERS, problems);
  const path = rest.length > 0 ? rest.join('=') : undefined;
  if (path === '') problems.add(`${where}: ${typed}= has no path; use ${typed}=PATH, or ${typed}=- for stdout`);
  else if (path !== undefined && path !== '-') {
    const why = isRecord(typed, path)
      ? 'the run writes its own files there; choose another name'
      : whyNotWritable(path, io);
    if (why !== undefined) problems.add(`${where}: cannot write to ${path} (${why})`);
  }
  return name === undefined ? [] : [{ name, path }];
}

/** Whether a path is a file that `report` reads, which no reporter may overwrite. */
const isRecord = (name: string, path: string) =>
  basename(path) === FILES.journal || (basename(path) === FILES.results && name !== 'json');

const isPrinted = ({ name, path }: Named) => path === '-' || (path === undefined && fileOf(name) === undefined);
