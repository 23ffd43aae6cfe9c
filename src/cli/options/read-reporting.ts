import { basename, resolve } from 'node:path';
import type { FailOn, Named, ReporterName } from '../../config/reporters.ts';
import type { Env } from '../../io/env.ts';
import type { Io } from '../../io/io.ts';
import { FILES, fileOf } from '../files/folder.ts';
import { whyNotWritable } from '../files/writable.ts';
import type { Call } from './call.ts';

export interface Reporting extends ReturnType<typeof readReporting> {
  /** Only of a demo: the arguments that start its server again. */
  readonly serve?: string;
}

export function readReporting({ flags, settings, problems, io }: Pick<Call, 'flags' | 'settings' | 'problems' | 'io'>) {
  const { reporter: named = [], failOn = [], quiet, verbose } = settings;
  const where = (flags.reporter ?? []).length > 0 ? '--reporter' : 'reporters';
  for (const one of named) {
    const why = whyNotReported(one, io);
    if (why !== undefined) problems.add(`${where}: cannot write to ${one.path} (${why})`);
  }
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
    verbose,
  };
}

/** The default reporters. The run's folder has files for every CI anyway. */
function byContext(env: Env, quiet: boolean): ReporterName[] {
  return env['GITHUB_ACTIONS'] === 'true' && !quiet ? ['terminal', 'github'] : ['terminal'];
}

function whyNotReported({ name, path }: Named, io: Pick<Io, 'cwd'>): string | undefined {
  if (path === undefined || path === '-' || path === '') return undefined;
  return isRecord(name, path) ? 'the run writes its own files there; choose another name' : whyNotWritable(path, io);
}

/** Whether a path is a file that `report` reads, which no reporter may overwrite. */
const isRecord = (name: string, path: string) =>
  basename(path) === FILES.journal || (basename(path) === FILES.results && name !== 'json');

const isPrinted = ({ name, path }: Named) => path === '-' || (path === undefined && fileOf(name) === undefined);
