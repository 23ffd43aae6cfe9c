import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { isMap, parseDocument } from 'yaml';
import { didYouMean } from '../../config/did-you-mean.ts';
import { DATE } from '../../config/kinds.ts';
import { type Config, knownTarget, readConfig } from '../../config/read.ts';
import { readOption } from '../../config/settings.ts';
import type { Io } from '../../io/io.ts';
import { drift, observations } from '../../judge/gate/drift.ts';
import { signatureOf } from '../../judge/gate/signature.ts';
import { NO_OBSERVATIONS, type ObservationsFile, observationsText, pin, pinnedFor } from '../../result/observations.ts';
import type { RequirementResult, Result } from '../../result/result.ts';
import { rowName } from '../../result/status.ts';
import { UsageError } from '../../run/errors.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { plural } from '../../text/count.ts';
import { inert, wrap } from '../../text/inert.ts';
import { shellWord } from '../../text/shell-word.ts';
import { called, oneOf, type Problems, widthFor } from '../console/console.ts';
import { replaceFile } from '../files/folder.ts';
import { readResult } from '../files/read-recorded.ts';
import { loadConfig } from '../options/call.ts';
import { observationsPlace, readPinned } from '../options/expected.ts';
import { problemsOf } from '../options/options.ts';

interface AcceptOptions extends WaiverOptions {
  readonly observed?: boolean;
}

/** `storecheck accept RUN ID…`: accepts failed requirements until a date; with `--observed`, what a run observed. */
export function acceptCommand(io: Io): Command {
  const command = new Command('accept');
  return command
    .argument('<run>', "a run's folder, or its results.json")
    .argument('[id...]', "requirements that failed, or patterns: list.schema, 'create.rejects.*'")
    .option('--owner <who>', 'who is responsible for the waiver (required)')
    .option('--reason <text>', 'why the failure is accepted (required)')
    .option('--expires <date>', 'last day of the waiver, YYYY-MM-DD (required)')
    .option('--plan <name>', 'accept the failure only for this plan')
    .option('--observed', 'instead, pin what the run observed where the specification leaves a choice')
    .option('--config <file>', 'configuration that gets the waiver (default: storecheck.yaml in this folder)')
    .addHelpText('after', HELP)
    .action((run: string, ids: readonly string[], options: AcceptOptions) => {
      const problems = problemsOf(command);
      // The value of an unknown option would be taken for an id.
      problems.check();
      if (options.observed !== true) {
        acceptFailures(ids, run, options, problems, io);
        return;
      }
      if (ids.length > 0) problems.add('--observed pins everything that the run observed: remove the ids');
      for (const name of ['owner', 'reason', 'expires', 'plan'] as const)
        if (options[name] !== undefined) problems.add(`--${name} is for waivers: remove it, or --observed`);
      acceptObserved(run, options.config, problems, io);
    });
}

const HELP = `
A waiver accepts one violation: another one of the same requirement fails the run.
Pinned behaviour is in observations.json; with --fail-on drift, a run fails if it differs.

Examples:
  storecheck accept reports/20261121T101500Z-3f9a2c list.schema --owner team-store --reason 'fixed in 4.2' \\
    --expires 2027-01-31
  storecheck accept reports/20261121T101500Z-3f9a2c --observed`;

/** Pins the open behaviour of a run: `--fail-on drift` fails later runs in which it differs. */
function acceptObserved(path: string, config: string | undefined, problems: Problems, io: Io): void {
  problems.check();
  const result = readResult(path, io);
  if (observations(result.requirements).length === 0)
    throw new UsageError([`${path}: this run (${result.run.end}) has no observations to pin`]);
  const from = loadConfig(io.cwd, config);
  const target = knownTarget(from?.config.targets.values() ?? [], result.target);
  const { file } = observationsPlace({ ...from, ...(target === undefined ? {} : { target }) }, io);
  const isThere = existsSync(resolve(io.cwd, file));
  const before = (isThere ? readPinned(file, '--observed', problems, io) : undefined) ?? NO_OBSERVATIONS;
  problems.check();
  replaceFile(file, observationsText(pin(before, result)), '--observed', io);
  io.stdout.write(summaryText(file, before, result, widthFor(io.stdout.columns)));
}

function summaryText(out: string, before: ObservationsFile, { target, requirements }: Result, width: number): string {
  const changed = drift(requirements, pinnedFor(before, target.name) ?? []).map(({ id }) => id);
  const seen = plural(observations(requirements).length, 'behaviour');
  const news = changed.length === 0 ? '' : ` (changed: ${[...new Set(changed)].join(', ')})`;
  return `${wrap(inert(`${out}: ${seen} of ${target.name} pinned${news}`), width, '', '  ')}\n`;
}

interface WaiverOptions extends Partial<Readonly<Record<'owner' | 'reason' | 'expires' | 'plan', string>>> {
  readonly config?: string;
}

/** Writes waivers for failed requirements of a run to the configuration. */
function acceptFailures(
  ids: readonly string[],
  path: string,
  options: WaiverOptions,
  problems: Problems,
  io: Io,
): void {
  const { config = CONFIG } = options;
  const fields = readOptions(ids, options, io, problems);
  problems.check();
  const result = readResult(path, io);
  const rows = ids.flatMap((id) => failing(id, result, options.plan));
  const before = textOf(config, io);
  const entries = entriesOf(rows, targetName(result, before, config), fields);
  const written = write(config, before, entries, io);
  io.stdout.write(`${written}next: judge the run with it: ${called(io)} report ${shellWord(path)} --judge\n`);
}

const CONFIG = 'storecheck.yaml';

type WaiverFields = Omit<NewWaiver, 'requirement' | 'target' | 'signature'>;

function readOptions(patterns: readonly string[], options: WaiverOptions, io: Io, problems: Problems): WaiverFields {
  const { owner = '', reason = '', expires = '', plan } = options;
  const now = new Date(io.clock.now()).toISOString().slice(0, 10);
  const ids = REQUIREMENTS.map((one) => one.id);
  for (const pattern of patterns)
    if (!ids.some((known) => matchesPattern(known, pattern)))
      problems.add(
        `no requirement matches ${JSON.stringify(pattern)}${didYouMean(pattern, ids)}; storecheck explain lists all`,
      );
  if (patterns.length === 0)
    problems.add('name what to accept: a requirement that failed, or --observed for behaviour that is left open');
  if (reason.trim() === '')
    problems.add("--reason is missing: say why the failure is accepted, e.g. --reason 'fixed in 4.2'");
  if (owner.trim() === '') problems.add('--owner is missing: say who is responsible, e.g. --owner team-store');
  if (expires === '') problems.add('--expires is missing: add the last day of the waiver (YYYY-MM-DD)');
  else if ((readOption(DATE, expires, '--expires', problems.add) ?? now) < now)
    problems.add(`--expires: ${expires} is in the past (today is ${now})`);
  const name = plan === undefined ? undefined : oneOf(plan, '--plan', PLAN_NAMES, problems);
  return { ...(name === undefined ? {} : { plan: name }), reason, owner, expires };
}

/** The failed rows that a waiver can accept. Throws a UsageError if there are none. */
function failing(id: string, { requirements }: Result, plan: string | undefined): RequirementResult[] {
  const named = requirements.filter((row) => matchesPattern(row.id, id) && (plan === undefined || row.plan === plan));
  const failed = named.filter(({ verdict }) => verdict === 'fail');
  const open = failed.filter(({ waiver }) => waiver === undefined);
  if (open.length > 0) return open;
  const verdicts = (failed.length > 0 ? failed : named).slice(0, 3).map((row) => {
    const state = row.waiver === undefined ? row.verdict : `waived until ${row.waiver.expires}`;
    return `${rowName(row)}: ${state}`;
  });
  throw new UsageError([
    named.length === 0
      ? `${JSON.stringify(id)}${plan === undefined ? '' : ` on the plan ${plan}`} was not part of this run`
      : `nothing of ${JSON.stringify(id)} is open to accept in this run (${verdicts.join(', ')})`,
  ]);
}

/** One waiver for each failed requirement, because the id is part of the signature. Plans with the same finding share one. */
function entriesOf(rows: readonly RequirementResult[], target: string, { plan, ...fields }: WaiverFields): NewWaiver[] {
  const entries = rows.map(({ id, signature, findings }) => ({
    requirement: id,
    ...(plan === undefined ? {} : { plan }),
    target,
    signature: signature ?? signatureOf(id, findings),
    ...fields,
  }));
  return [...new Map(entries.map((entry) => [`${entry.requirement} ${entry.signature}`, entry])).values()];
}

/** The name of the run's target in the configuration, if it is there. */
function targetName({ target }: Result, text: string, file: string): string {
  const read = readConfig(text, file);
  return ('problems' in read ? undefined : knownTarget(read.config.targets.values(), target)?.name) ?? target.name;
}

function write(file: string, before: string, entries: readonly NewWaiver[], io: Io): string {
  const { text, line } = addWaivers(before, entries, file);
  replaceFile(file, text, '--config', io);
  const [first] = entries;
  const many = entries.length === 1 ? 'a waiver' : `${entries.length} waivers`;
  const names = entries.map(({ requirement, plan }) => (plan === undefined ? requirement : `${requirement} (${plan})`));
  const place = before === '' ? `the new file ${file}` : `${file} (line ${line})`;
  const message = `wrote ${many} to ${place}: ${[...new Set(names)].join(', ')} on ${first?.target}, until ${first?.expires}`;
  return `${wrap(message, widthFor(io.stdout.columns), '')}\n`;
}

function textOf(file: string, { cwd }: Io): string {
  const path = resolve(cwd, file);
  if (!existsSync(path)) return '';
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError([`--config: cannot read ${file} (${error instanceof Error ? error.message : String(error)})`]);
  }
}

/** As written to the file. */
export interface NewWaiver {
  readonly requirement: string;
  readonly plan?: PlanName;
  readonly target: string;
  readonly signature: string;
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
}

/** The configuration with waivers appended, and the line of the first new one. Keeps comments, digits and line ends; the parser decides about other white space. */
export function addWaivers(text: string, entries: readonly NewWaiver[], file: string): { text: string; line: number } {
  const body = text.replace(/^\ufeff/, '');
  // As a number, an id above 2^53 would be written with other digits.
  const document = parseDocument(body, { intAsBigInt: true, logLevel: 'silent' });
  const old = document.contents === null ? [] : refuseProblems(body, file, '').waivers;
  refuseDuplicates(old, entries, file);
  const flow = isMap(document.contents) && document.contents.flow === true;
  if (old.length === 0) document.set('waivers', document.createNode([], { flow }));
  for (const entry of entries) document.addIn(['waivers'], document.createNode(entry, { flow }));
  const json = { defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE' } as const;
  const lines = document.toString({ lineWidth: 0, ...(flow ? json : {}) });
  const written = body.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
  const { waivers } = refuseProblems(written, file, 'nothing was written: ');
  return { text: written, line: waivers[old.length]?.line ?? 1 };
}

function refuseProblems(text: string, file: string, why: string): Config {
  const read = readConfig(text, file);
  if ('problems' in read) throw new UsageError(read.problems.map((problem) => `${why}${problem}`));
  return read.config;
}

/** An expired waiver has the identity of its successor. */
function refuseDuplicates(waivers: Config['waivers'], entries: readonly NewWaiver[], file: string): void {
  const problems = entries.flatMap((entry) => {
    const same = waivers.find((one) => IDENTITY.every((name) => one[name] === entry[name]));
    if (same === undefined) return [];
    const { line, requirement, expires } = same;
    return `${file}:${line}: this waiver of ${requirement} accepts the same violation, until ${expires}: change its date there; nothing was written`;
  });
  if (problems.length > 0) throw new UsageError(problems);
}

const IDENTITY = ['requirement', 'plan', 'target', 'signature'] as const;
