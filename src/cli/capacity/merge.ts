import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { levelName } from '../../capacity/steps.ts';
import { parseRecord } from '../../exchange/journal/journal.ts';
import { isKind, JournalError } from '../../exchange/records/journal-record.ts';
import type { Io } from '../../io/io.ts';
import { CommandError, collectProblems } from '../../run/errors.ts';
import { type CapacityStart, capacityReader, type FailedPod, isCapacityStart } from '../../verdicts/judge-capacity.ts';
import { FILES, fileAt, orCommandError } from '../files/folder.ts';
import { journalLines } from '../files/read-recorded.ts';
import { namesFor } from './distribute.ts';

const STARTS_CAPACITY_RUN = /^\{"v":1,"kind":"head",.*"command":"capacity"/;

const POD_JOURNAL = /step-(\d+)\.instance-(\d+)\.ndjson$/;

/** The journals of a capacity run: first its own, then those of its pods, step by step. Undefined for other runs. */
export function capacityJournals(paths: readonly string[], io: Pick<Io, 'cwd'>): string[] | undefined {
  const found = paths.flatMap((path) => {
    const journal = fileAt(path, FILES.journal, io);
    const pods = journal === path ? [] : readdirSync(resolve(io.cwd, path)).filter((name) => POD_JOURNAL.test(name));
    return [journal, ...pods.map((name) => join(path, name))];
  });
  const files = [...new Map(found.map((file) => [resolve(io.cwd, file), file])).values()];
  const isOfCapacity = (file: string) => {
    const [first = ''] = existsSync(resolve(io.cwd, file)) ? journalLines(file, io) : [];
    return STARTS_CAPACITY_RUN.test(first);
  };
  if (!files.some(isOfCapacity)) return undefined;
  const order = (file: string) => {
    const [, step = -1, instance = 0] = POD_JOURNAL.exec(file) ?? [];
    return Number(step) * 1e6 + Number(instance);
  };
  return files.sort((a, b) => order(a) - order(b));
}

/** Reads journals as one run, line by line. Throws a CommandError with every journal of another run, or the first that is unreadable. */
export function readCapacityRun(files: readonly string[], io: Pick<Io, 'cwd'>) {
  const [main = ''] = files;
  const problems = collectProblems();
  const reader = capacityReader((level) => {
    const { head, plan } = reader.recorded();
    const testRun = namesFor(head.run).testRun(plan.steps.findIndex((step) => step.level === level));
    return plan.instances === undefined ? [] : failedPods(dirname(main), testRun, io);
  });
  const fileOfStep = new Map<string, string>();
  const checkStart = (file: string, { instance = 1, config }: CapacityStart): void => {
    const { head } = reader.recorded();
    const { run, step } = config;
    if (run !== head.run)
      problems.add(
        `${file} belongs to run ${run}, but ${main} belongs to ${head.run}: only instances with the same arguments can be merged`,
      );
    const name = `the step of ${levelName(step.level)} of instance ${instance}`;
    const earlier = fileOfStep.get(name);
    if (earlier !== undefined) problems.add(`${file} holds ${name}, and ${earlier} does, too: remove one`);
    fileOfStep.set(name, file);
  };
  const readFile = (file: string): void => {
    let isStarted = false;
    let number = 0;
    for (const line of journalLines(file, io)) {
      number += 1;
      const record = parseRecord(line, number);
      if (isKind(record, 'head') && file !== main) throw new JournalError('it is the journal of another run');
      if (isCapacityStart(record)) {
        isStarted = true;
        checkStart(file, record);
      } else if ((isKind(record, 'sample') || isKind(record, 'lag')) && !isStarted)
        throw new JournalError(
          "it begins within a step: its first lines are missing (by default, a node keeps only the last 10 MiB of a pod's log)",
        );
      reader.add(record);
    }
  };
  for (const file of files)
    try {
      readFile(file);
    } catch (error) {
      throw error instanceof JournalError ? new CommandError([`${file}: ${error.message}`]) : error;
    }
  problems.throwIfAny();
  reader.endStep();
  return reader;
}

/** The failed pods of a step, from the table that `commands.sh` keeps in the folder. */
function failedPods(folder: string, testRun: string, { cwd }: Pick<Io, 'cwd'>): FailedPod[] {
  const file = `${testRun}.pods.txt`;
  const path = resolve(cwd, folder, file);
  if (!existsSync(path)) return [];
  const text = orCommandError(`cannot read ${join(folder, file)}`, () => readFileSync(path, 'utf8'));
  // Events and log lines follow the table.
  const [table = ''] = text.split(/^OBJECT/m);
  return table.split('\n').flatMap((line) => {
    const [pod = '', , phase = '', reason = '', waiting = '', ended = '', exit = ''] = line.trim().split(/\s+/);
    const instance = pod.startsWith(`${testRun}-`) ? Number(pod.slice(testRun.length + 1).split('-')[0]) : Number.NaN;
    if (Number.isNaN(instance)) return [];
    const causes = [/^\d+$/.test(exit) ? `${ended}, exit ${exit}` : NONE, reason, waiting, phase];
    return [{ instance, how: causes.find((cause) => cause !== NONE) ?? phase, file }];
  });
}

/** What kubectl prints for a missing field. */
const NONE = '<none>';
