import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isMap, parseDocument } from 'yaml';
import { didYouMean } from '../../config/did-you-mean.ts';
import { DATE } from '../../config/kinds.ts';
import { type Config, knownTarget, readConfig } from '../../config/read.ts';
import { readOption } from '../../config/settings.ts';
import type { Io } from '../../io/io.ts';
import { signatureOf } from '../../judge/gate/signature.ts';
import type { RequirementResult, Result } from '../../result/result.ts';
import { rowName } from '../../result/status.ts';
import { UsageError } from '../../run/errors.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { PLAN_NAMES, type PlanName } from '../../spec/plans.ts';
import { REQUIREMENTS } from '../../spec/requirements/index.ts';
import { wrap } from '../../text/inert.ts';
import { shellWord } from '../../text/shell-word.ts';
import { called, widthFor } from '../console/console.ts';
import { oneOf, type Problems } from '../console/problems.ts';
import { readResult } from '../files/read-recorded.ts';
import { replaceFile } from '../files/writable.ts';

export interface WaiverOptions extends Partial<Readonly<Record<'owner' | 'reason' | 'expires' | 'plan', string>>> {
  readonly config?: string;
}

/** Writes waivers for failed requirements of a run to the configuration. */
export function acceptFailures(
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
  const [first] = failed;
  if (first !== undefined)
    throw new UsageError([`${rowName(first)} is waived already, until ${first.waiver?.expires}`]);
  const [unproven] = named.filter(({ verdict }) => verdict === 'inconclusive');
  if (unproven !== undefined)
    throw new UsageError([`${rowName(unproven)} is inconclusive in this run: missing evidence cannot be accepted`]);
  const verdicts = named.slice(0, 3).map((row) => `${rowName(row)}: ${row.verdict}`);
  throw new UsageError([
    named.length === 0
      ? `${JSON.stringify(id)}${plan === undefined ? '' : ` on the plan ${plan}`} was not part of this run`
      : `nothing of ${JSON.stringify(id)} failed in this run, so there is nothing to accept (${verdicts.join(', ')})`,
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
