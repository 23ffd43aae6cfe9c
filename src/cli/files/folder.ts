import { accessSync, constants, existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ReporterName } from '../../config/reporters.ts';
import { systemCode } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import { CommandError, type Problems } from '../../run/errors.ts';

type Cwd = Pick<Io, 'cwd'>;

/** The names of the files in a run's folder. They are a contract. */
export const FILES = {
  journal: 'exchanges.ndjson',
  results: 'results.json',
  residue: 'residue.json',
  html: 'report.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
  har: 'exchanges.har',
} as const;

/** Adds a problem if no run can be written to the folder of `--out`. Never overwrites a run. */
export function addFolderProblem(out: string | undefined, problems: Problems, io: Cwd): void {
  if (out === undefined) return;
  const isRun = existsSync(resolve(io.cwd, out, FILES.journal));
  const why = out === '' ? 'it is empty' : isRun ? 'it already contains a run' : whyNotCreatable(out, io);
  if (why !== undefined)
    problems.add(`--out: cannot write to ${out} (${why}): choose another folder, or omit it for reports/<run-id>`);
}

/** The name of a reporter's file in the run's folder. Undefined if the reporter prints to stdout. */
export const fileOf = (name: ReporterName) => (FILES as Readonly<Partial<Record<ReporterName, string>>>)[name];

/** Runs `act`, which reads or writes a file. If it fails, throws a CommandError that begins with `what`. */
export function orCommandError<T>(what: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new CommandError([`${what} (${systemCode(error)})`]);
  }
}

const isFolder = (path: string, { cwd }: Cwd): boolean =>
  statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;

/** The path relative to the working folder, if the file is below that folder; else the path as it is. */
export function shortPath(path: string, { cwd }: Cwd): string {
  const below = relative(cwd, resolve(cwd, path));
  return below.startsWith('..') || below === '' ? path : below;
}

/** The path of the file with this name in a run. `path` is the run's folder, or the file itself. */
export const fileAt = (path: string, name: string, io: Cwd): string => (isFolder(path, io) ? join(path, name) : path);

/** The same path. If the file does not exist, throws a CommandError that says where it may be. */
export function existingFileAt(path: string, name: string, io: Cwd): string {
  const isThere = (file: string) => existsSync(resolve(io.cwd, file));
  const file = fileAt(path, name, io);
  if (isThere(file)) return file;
  const advice =
    name === FILES.results && isThere(join(path, FILES.journal))
      ? `, but a journal: storecheck report ${path} --judge --write creates it`
      : '; name the folder of one run, e.g. reports/20261121T101500Z-3f9a2c';
  throw new CommandError([`${path} ${isThere(path) ? `contains no ${name}` : 'does not exist'}${advice}`]);
}

/** The folder of a run. `path` is that folder, or one of its files. */
export const folderAt = (path: string, io: Cwd): string => (isFolder(path, io) ? path : dirname(path));

/** Why a file cannot be written at this path, or undefined. */
export function whyNotWritable(name: string, { cwd }: Cwd): string | undefined {
  const path = resolve(cwd, name);
  try {
    const place = existsSync(path) ? path : dirname(path);
    if (place === path && statSync(path).isDirectory()) return 'it is a folder';
    if (!existsSync(place)) return `the folder ${place} does not exist`;
    accessSync(place, constants.W_OK);
    return undefined;
  } catch (error) {
    return systemCode(error);
  }
}

/** Why a folder cannot be created at this path, or undefined. */
function whyNotCreatable(path: string, { cwd }: Cwd): string | undefined {
  let folder = resolve(cwd, path);
  try {
    while (!existsSync(folder)) {
      if (lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return `${folder} is a broken link`;
      folder = dirname(folder);
    }
    if (!statSync(folder).isDirectory()) return `${folder} is a file`;
    // For root, these file systems look writable.
    if (/^\/(proc|sys)(\/|$)/.test(folder)) return `${folder} is not writable`;
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return systemCode(error);
  }
}

/** The text of a file. If it cannot be read, adds a problem that begins with `what`. */
export function readText(file: string, what: string, problems: Problems, { cwd }: Cwd): string | undefined {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    return problems.add(`${what} (${systemCode(error)})`);
  }
}
