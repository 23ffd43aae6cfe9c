import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DATE, readOption } from '../../config/kinds.ts';
import { knownTarget, readConfig, waiverIdentity } from '../../config/read.ts';
import { requirementsMatching } from '../../config/sections.ts';
import { SETTINGS } from '../../config/table.ts';
import { replaceFile } from '../../io/files.ts';
import type { Io } from '../../io/io.ts';
import { drift, NO_OBSERVATIONS, observations, observationsText, pin, pinnedFor } from '../../judge/gate/drift.ts';
import { signatureOf } from '../../judge/gate/signature.ts';
import type { Result } from '../../result/result.ts';
import { rowName } from '../../result/view/rows.ts';
import { CommandError, type Problems } from '../../run/errors.ts';
import { matchesPattern } from '../../spec/pattern.ts';
import { inert, shellWord } from '../../text/inert.ts';
import { plural } from '../../text/number-text.ts';
import { wrap } from '../../text/wrap.ts';
import { toolCommand, widthFor } from '../console.ts';
import { addWaivers } from '../files/add-waivers.ts';
import { orCommandError } from '../files/folder.ts';
import { readResult } from '../files/read-recorded.ts';
import { observationsFile, readPinned } from '../options/accepted.ts';
import { argumentProblems, configFile, type Definition, findConfig, todayOf } from '../options/call.ts';

interface AcceptOptions extends Partial<Readonly<Record<'owner' | 'reason' | 'expires' | 'plan' | 'config', string>>> {
  readonly observed?: boolean;
}

type AcceptAction = (run: string, ids: readonly string[], options: AcceptOptions, problems: Problems, io: Io) => string;

/** `storecheck accept RUN ID…`: accepts failed requirements until a date; with `--observed`, what a run observed. */
export const acceptCommand: Definition = (command, io) =>
  command
    .argument('<run>', "a run's folder, or its results.json")
    .argument('[id...]', "requirements that failed, or patterns: list.schema, 'create.rejects.*'")
    .option('--owner <who>', 'who is responsible for the waiver (required)')
    .option('--reason <text>', 'why the failure is accepted (required)')
    .option('--expires <date>', 'last day of the waiver, YYYY-MM-DD (required)')
    .option('--plan <name>', 'accept the failure only for this plan')
    .option('--observed', 'instead, pin what the run observed where the specification leaves a choice')
    .option('--config <file>', 'file that gets the waiver (default: the one in this folder, else storecheck.yaml)')
    .addHelpText('after', HELP)
    .action((run: string, ids: readonly string[], options: AcceptOptions) => {
      const problems = argumentProblems(command);
      // Ends here, because the value of an unknown option looks like an id.
      problems.throwIfAny();
      const accept = options.observed === true ? acceptObserved : acceptFailures;
      const message = inert(accept(run, ids, options, problems, io));
      io.stdout.write(`${wrap(message, widthFor(io.stdout.columns), '', '  ')}\n`);
      const option = options.config === undefined ? '' : ` --config ${shellWord(options.config)}`;
      if (options.observed !== true)
        io.stdout.write(`next: judge the run with it: ${toolCommand(io)} report ${shellWord(run)} --judge${option}\n`);
    });

const HELP = `
A waiver accepts one violation: another one of the same requirement fails the run.
Pinned behaviour is in observations.json; with --fail-on drift, a run fails if it differs.

Examples:
  storecheck accept reports/20261121T101500Z-3f9a2c list.schema --owner team-store --reason 'fixed in 4.2' \\
    --expires 2027-01-31
  storecheck accept reports/20261121T101500Z-3f9a2c --observed`;

/** Pins the behaviour that a run observed: `--fail-on drift` fails later runs in which it differs. Returns a message. */
const acceptObserved: AcceptAction = (path, ids, options, problems, io) => {
  if (ids.length > 0) problems.add('--observed pins everything that the run observed: remove the ids');
  for (const name of ['owner', 'reason', 'expires', 'plan'] as const)
    if (options[name] !== undefined) problems.add(`--${name} is for waivers: remove it, or --observed`);
  problems.throwIfAny();
  const result = readResult(path, io);
  const { target, requirements, run } = result;
  const seen = observations(requirements);
  if (seen.length === 0) throw new CommandError([`${path}: this run (${run.end}) has no observations to pin`]);
  const found = findConfig(options, problems, io) ?? {};
  problems.throwIfAny();
  const file = observationsFile(found, io);
  const before = readPinned(file, '--observed', problems, io) ?? NO_OBSERVATIONS;
  problems.throwIfAny();
  writeAccepted(file, observationsText(pin(before, result)), '--observed', io);
  const changed = [...new Set(drift(requirements, pinnedFor(before, target.name) ?? []).map(({ id }) => id))];
  const news = changed.length === 0 ? '' : ` (changed: ${changed.join(', ')})`;
  return `${file}: ${plural(seen.length, 'behaviour')} of ${target.name} pinned${news}`;
};

/** Writes waivers for failed requirements of a run to the configuration. Returns a message. */
const acceptFailures: AcceptAction = (path, ids, options, problems, io) => {
  const { file = 'storecheck.yaml' } = configFile(options, problems, io) ?? {};
  const { owner = '', reason = '', expires = '' } = options;
  const plan = readFields(ids, options, io, problems);
  problems.throwIfAny();
  const { requirements, target } = readResult(path, io);
  const rows = ids.flatMap((id) => openFailures(id, requirements, options.plan));
  const place = resolve(io.cwd, file);
  const before = existsSync(place) ? orCommandError(`cannot read ${file}`, () => readFileSync(place, 'utf8')) : '';
  const read = readConfig(before, file);
  const known = 'problems' in read ? undefined : knownTarget(read.targets.values(), target);
  const name = known?.name ?? target.name;
  // One waiver for each failed requirement, because its id is part of the signature. Plans with the same finding share one.
  const entries = rows.map(({ id, signature, findings }) => {
    const identity = { requirement: id, plan, target: name, signature: signature ?? signatureOf(id, findings) };
    return { ...identity, reason, owner, expires };
  });
  const unique = new Map(entries.map((entry) => [waiverIdentity(entry), entry]));
  const old = 'problems' in read ? [] : read.waivers.filter((waiver) => unique.has(waiverIdentity(waiver)));
  for (const waiver of old) unique.delete(waiverIdentity(waiver));
  const fresh = [...unique.values()];
  const already = old.length === 0 ? '' : `; ${file} had ${plural(old.length, 'waiver')} of these violations already`;
  const lines = old.map(({ line }) => line).join(', ');
  if (fresh.length === 0)
    throw new CommandError([`nothing was written${already} (line ${lines}): to renew one, edit its expires`]);
  const { text, line } = addWaivers(before, fresh, file);
  writeAccepted(file, text, '--config', io);
  const names = new Set(fresh.map(({ requirement }) => requirement));
  const where = before === '' ? `the new file ${file}` : `${file} (line ${line})`;
  return `wrote ${plural(fresh.length, 'waiver')} to ${where}: ${[...names].join(', ')}${plan === undefined ? '' : ` (plan ${plan})`} on ${name}, until ${expires}${already}`;
};

/** Adds a problem for each malformed or missing field. Returns the plan. */
function readFields(patterns: readonly string[], options: AcceptOptions, io: Io, problems: Problems) {
  const { expires, plan } = options;
  const today = todayOf(io);
  for (const pattern of patterns) requirementsMatching(pattern, problems.add);
  if (patterns.length === 0)
    problems.add('name what to accept: a requirement that failed, or --observed for behaviour that is left open');
  for (const name of ['owner', 'reason', 'expires'] as const)
    if ((options[name] ?? '').trim() === '')
      problems.add(`--${name} is missing, e.g. --owner team-store --reason 'fixed in 4.2' --expires 2027-01-31`);
  if (expires !== undefined && (readOption(DATE, expires, '--expires', problems.add) ?? today) < today)
    problems.add(`--expires: ${expires} is in the past (today is ${today})`);
  return plan === undefined ? undefined : readOption(SETTINGS.plan.kind, plan, '--plan', problems.add);
}

/** The failed rows that a waiver can accept. Throws a CommandError if there are none. */
function openFailures(id: string, rows: Result['requirements'], plan: string | undefined) {
  const matching = rows.filter((row) => matchesPattern(row.id, id) && (plan === undefined || row.plan === plan));
  const open = matching.filter(({ verdict, waiver }) => verdict === 'fail' && waiver === undefined);
  if (open.length > 0) return open;
  const states = matching.map((row) => `${rowName(row)}: ${row.waiver === undefined ? row.verdict : 'waived'}`);
  throw new CommandError([
    `nothing of ${JSON.stringify(id)} is open to accept in this run (${states.slice(0, 3).join(', ') || 'it was not part of the run'})`,
  ]);
}

function writeAccepted(path: string, text: string, option: string, io: Pick<Io, 'cwd'>): void {
  // A link remains, and the file that it names is replaced.
  const place = resolve(io.cwd, path);
  const file = existsSync(place) ? realpathSync(place) : place;
  const mode = existsSync(file) ? statSync(file).mode & 0o777 : 0o644;
  orCommandError(`${option}: cannot write to ${path}`, () => replaceFile(file, text, mode));
}
