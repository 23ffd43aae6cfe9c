import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { collectProblems } from '../../cli/console/console.ts';
import { FILES, fileAt, reading } from '../../cli/files/folder.ts';
import { journalLines } from '../../cli/files/read-recorded.ts';
import { JournalError, parseRecord } from '../../exchange/journal/journal.ts';
import type { CapacityPlan } from '../../exchange/records/capacity-record.ts';
import type { JournalRecord } from '../../exchange/records/journal-record.ts';
import type { Experiment, LoadEnd } from '../../exchange/records/load-record.ts';
import type { End, Head } from '../../exchange/records/run-record.ts';
import { endRecord } from '../../exchange/trace.ts';
import type { Io } from '../../io/io.ts';
import { type CapacityReader, type CapacityStart, capacityReader, isCapacityStart } from '../../judge/capacity.ts';
import { UsageError } from '../../run/errors.ts';
import type { FailedPod } from '../together.ts';
import { namesFor } from './manifests.ts';

/** A run with its plan, and the journals of its instances, in their order. */
type CapacityRun = ReturnType<typeof openRun>;

/** The first lines of a capacity journal, or of an instance's log whose beginning was lost. */
const OF_CAPACITY = /^\{"v":1,"kind":"(?:head",.*"command":"capacity"|start",.*"script":"capacity"|(?:sample|lag)")/;

/** The paths of the journals, if they belong to a capacity run. Such journals may be too long to read at once. */
export function capacityJournals(paths: readonly string[], io: Pick<Io, 'cwd'>): string[] | undefined {
  const named = paths.map((path) => fileAt(path, FILES.journal, io));
  const isNamed = new Set(named.map((file) => resolve(io.cwd, file)));
  const files = [
    ...named,
    ...paths.flatMap((path) => podsIn(path, io)).filter((file) => !isNamed.has(resolve(io.cwd, file))),
  ];
  const problems = files.flatMap((file) => whyNot(file, io) ?? []);
  if (problems.length === files.length) return undefined;
  if (problems.length > 0) throw new UsageError(problems);
  return files;
}

/** The journals of the pods in the folder of a cluster's run. */
function podsIn(path: string, io: Pick<Io, 'cwd'>): string[] {
  if (fileAt(path, FILES.journal, io) === path) return [];
  const pods = readdirSync(resolve(io.cwd, path)).filter((name) => OF_POD.test(name));
  return pods.sort().map((name) => join(path, name));
}

const OF_POD = /^step-\d+\.instance-\d+\.ndjson$/;

function whyNot(file: string, io: Pick<Io, 'cwd'>): string | undefined {
  if (!existsSync(resolve(io.cwd, file))) return `${file} does not exist`;
  const [first = ''] = journalLines(file, io);
  if (OF_CAPACITY.test(first)) return undefined;
  return `${file} is not a journal of a capacity run${first === '' ? ': it is empty' : ''}`;
}

/** The run that the journals of all instances describe together. Throws a UsageError with every journal that does not belong to it. */
export function openRun(files: readonly string[], io: Pick<Io, 'cwd'>) {
  const sources = files.map((file) => openSource(file, io));
  const ordered = [...sources].sort((a, b) => (a.instance ?? 0) - (b.instance ?? 0));
  const lowest = ordered.find((source) => source.plan !== undefined);
  const { head, plan, instance: recordedBy } = lowest ?? {};
  if (head === undefined || plan === undefined)
    throw new UsageError([
      `${files.join(', ')}: the projection is missing; add the run's folder (written by --distribute)`,
    ]);
  const problems = collectProblems();
  const { instances = 1 } = plan;
  const seen = new Map<string, string>();
  for (const { file, run, instance, next } of sources) {
    if (run !== head.run) {
      problems.add(
        `${file} belongs to run ${run ?? '(it is empty)'}, but ${lowest?.file} belongs to ${head.run}: only instances with the same arguments can be merged`,
      );
      continue;
    }
    if (instance === undefined) continue;
    if (instance > instances) problems.add(`${file} is instance ${instance}, but the run has ${instances}`);
    const name = `${instance} ${next()?.config.step.first ?? 'none'}`;
    const other = seen.get(name);
    if (other !== undefined) problems.add(`${file} and ${other} are both instance ${instance}: remove one`);
    seen.set(name, file);
  }
  problems.check();
  /** The failed pods of a step, if a cluster offers it: the plan's folder then holds no instance. */
  const failedIn = (step: number) =>
    recordedBy === undefined ? failedPods(dirname(lowest?.file ?? ''), namesFor(head.run).testRun(step), io) : [];
  return { head, plan, sources: ordered, failedIn };
}

/** The failed pods of a step, from the table that `commands.sh` keeps in the folder. */
function failedPods(folder: string, testRun: string, { cwd }: Pick<Io, 'cwd'>): FailedPod[] {
  const file = `${testRun}.pods.txt`;
  const path = resolve(cwd, folder, file);
  if (!existsSync(path)) return [];
  const lines = reading(join(folder, file), () => readFileSync(path, 'utf8')).split('\n');
  // Events follow, and log lines.
  const end = lines.findIndex((line) => line.startsWith('OBJECT'));
  return lines.slice(0, end === -1 ? lines.length : end).flatMap((line) => {
    const [pod = '', , phase = '', reason = '', waiting = '', , exit = ''] = line.trim().split(/\s+/);
    const instance = pod.startsWith(`${testRun}-`) ? Number(pod.slice(testRun.length + 1).split('-')[0]) : Number.NaN;
    if (Number.isNaN(instance)) return [];
    const known = [/^\d+$/.test(exit) ? `exit ${exit}` : NONE, reason, waiting, phase];
    return [{ instance, how: known.find((one) => one !== NONE) ?? phase, file }];
  });
}

/** Kubectl's value of a missing field. */
const NONE = '<none>';

/** Judges each step from all journals that contain it. */
export function readSteps({ head, plan, sources, failedIn }: CapacityRun): CapacityReader {
  const fail = (problem: string) => {
    throw new UsageError([problem]);
  };
  const reader = capacityReader(plan);
  for (const [step, { first, level }] of plan.steps.entries()) {
    for (const source of sources) {
      const start = source.next();
      if (start?.config.step.first !== first) continue;
      if (start.config.run !== head.run) fail(`${source.file}: a step belongs to run ${start.config.run}`);
      source.readStep(reader.see);
      if (source.next()?.config.step.first === first)
        fail(
          `${source.file} contains the step of ${Math.round(level * 100)} % twice: write each journal to its own file`,
        );
    }
    reader.endStep(failedIn(step));
  }
  return reader;
}

/** How the run ended: as its instances did, or null if one was cut off or is missing. */
export function endOf(sources: readonly JournalSource[]): { readonly end: End | null; readonly ends: LoadEnd[] } {
  const recorded = sources.filter(({ instance }) => instance !== undefined);
  const all = recorded.map((source) => source.end()).sort((a, b) => (a?.at ?? 0) - (b?.at ?? 0));
  const end = all.includes(null) ? null : (all.findLast((one) => one?.reason !== 'complete') ?? all.at(-1) ?? null);
  return { end, ends: sources.flatMap(({ loadEnds }) => loadEnds) };
}

type JournalSource = ReturnType<typeof openSource>;

/** A journal that is read step by step, since the journals of all instances may not fit into memory: of a run, or the log of one k6. */
function openSource(file: string, io: Pick<Io, 'cwd'>) {
  const records = recordsOf(file, io);
  const loadEnds: LoadEnd[] = [];
  let head: Head | undefined;
  let plan: CapacityPlan | undefined;
  let recordedBy: number | undefined;
  let closing: Experiment | undefined;
  let end: End | null = null;
  let next: CapacityStart | undefined;

  /** Up to the next start record, or the end of the file. */
  const advance = (see: (record: JournalRecord) => void): void => {
    next = undefined;
    for (let one = records.next(); one.done !== true; one = records.next()) {
      const { value: record } = one;
      if (!('kind' in record)) continue;
      if (record.kind === 'start' && isCapacityStart(record)) {
        next = record;
        return;
      }
      if (record.kind === 'experiment') closing = record;
      else if (record.kind === 'load-end') loadEnds.push(record);
      else if (record.kind === 'end') end = record;
      see(record);
    }
  };
  advance((record) => {
    if (!('kind' in record)) return;
    if (record.kind === 'head') head = record;
    else if (record.kind === 'capacity') {
      plan = record.plan as CapacityPlan;
      recordedBy = plan.instances === undefined ? 1 : undefined;
    } else if (record.kind === 'sample' || record.kind === 'lag')
      throw new UsageError([
        `${file} begins within a step: its first lines are missing (by default, a node keeps only the last 10 MiB of a pod's log)`,
      ]);
  });
  const first = next as CapacityStart | undefined;
  return {
    file,
    head,
    plan,
    run: head?.run ?? first?.config.run,
    /** From 1; undefined if it has no records of an instance. */
    instance: recordedBy ?? first?.instance,
    next: () => next,
    readStep: (see: (record: JournalRecord) => void) => {
      if (next !== undefined) see(next);
      advance(see);
    },
    /** How each k6 process ended, as far as the journal was read. */
    loadEnds,
    /** How it ended; null if it was cut off. */
    end: (): End | null => {
      // A log of k6 alone has no end record, but a closing record for each experiment.
      const closed = head === undefined ? closing : undefined;
      return end ?? (closed === undefined ? null : endRecord(closed.at, 'complete'));
    },
  };
}

function* recordsOf(file: string, io: Pick<Io, 'cwd'>): Generator<JournalRecord, undefined> {
  let number = 0;
  try {
    for (const line of journalLines(file, io)) {
      number += 1;
      yield parseRecord(line, number);
    }
  } catch (error) {
    throw error instanceof JournalError ? new UsageError([`${file}: ${error.message}`]) : error;
  }
}
