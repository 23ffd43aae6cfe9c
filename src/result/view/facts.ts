import { groupBy } from '../../exchange/group.ts';
import { isObject } from '../../exchange/json.ts';
import { count, percent, perSecond, plural } from '../../text/number-text.ts';
import { endSentence } from '../../text/reasons.ts';
import type { CapacityNumbers, RequirementResult, Residue, Result } from '../result.ts';
import { changesIn } from './capacity-blocks.ts';
import { type Row, STATUSES, type Status } from './rows.ts';

export const statusWord = (status: Status): string => status.replaceAll('-', ' ');

/** The statuses of rows with their counts in a fixed order; those of `always` also at zero. */
export function counted(rows: readonly Row[], always: readonly Status[] = ['passed', 'failed', 'inconclusive']) {
  return (['passed', ...STATUSES.filter((status) => status !== 'passed')] as const)
    .map((status) => {
      const number = rows.filter((row) => row.status === status).length;
      return { status, number, word: status === 'warning' && number !== 1 ? 'warnings' : statusWord(status) };
    })
    .filter(({ status, number }) => number > 0 || always.includes(status));
}

/** The counts of each area of the specification; `isJudged` unless `--only` or `--skip` excluded all of it. */
export function areasOf(rows: readonly Row[]) {
  return [...groupBy(rows, ({ area }) => area)].map(([area, own]) => ({
    area,
    rows: own,
    status: worstOf(own),
    words: counted(own, ['passed'])
      .map(({ number, word }) => `${number} ${word}`)
      .join(', '),
    isJudged: own.some(({ code }) => code !== 'not-selected'),
  }));
}

/** The worst status of requirements. An inconclusive one that is not a must does not count. */
export function worstOf(rows: readonly Row[]): Status {
  const relevant = rows.filter(({ status, level }) => status !== 'inconclusive' || level === 'must');
  return STATUSES.find((status) => relevant.some((row) => row.status === status)) ?? 'skipped';
}

/** The counts below the verdict: results, unless a set-up mistake stopped the run, requests, and animals that remain. */
export function totals({ limits, requests, setUp, residue }: Result, rows: readonly Row[]): string[] {
  const { byStatus, unplanned429 } = requests;
  // Refusals of exhausted limits are planned.
  const isLimited = Object.keys(limits).length > 0;
  const planned = count((byStatus['429'] ?? 0) - unplanned429);
  const refused = isLimited
    ? `429 responses: ${planned} expected, ${count(unplanned429)} unexpected`
    : `${unplanned429 === 0 ? 'no' : count(unplanned429)} unexpected 429`;
  const requested = `${plural(requests.sent, 'request')}; ${refused}`;
  const sent = [requested, ...(residue.length === 0 ? [] : [residueSentence(residue)])];
  if (setUp !== undefined) return sent;
  const words = counted(rows).map(({ number, word }) => `${count(number)} ${word}`);
  const perPlan = Object.keys(limits).length > 1 ? ' (each rate limit requirement counts once per plan)' : '';
  return [`${plural(rows.length, 'result')}${perPlan}: ${words.join(', ')}`, ...sent];
}

/** The animals that remain, and those that may remain after an unclear response. */
function residueSentence(residue: readonly Residue[]): string {
  const known = residue.filter(({ id }) => id !== null).length;
  const remain =
    known < residue.length
      ? `up to ${plural(residue.length, 'animal')} may remain (${known} with a known id)`
      : plural(known, 'animal remains', 'animals remain');
  return `${remain} in the store (the service cannot delete them): see residue.json`;
}

type Fact = readonly [name: string, value: string];

export const targetText = ({ name, class: kind, baseUrl }: Result['target']) => `${name}, ${kind}: ${baseUrl}`;

/** Target, command, settings and tool: results are comparable only if these are equal. */
export function comparedFacts({ run, tool, spec, target, settings, limits, capacity }: Result): Fact[] {
  const { plan, exploration } = settings;
  const exhausted = Object.keys(limits).join(', ');
  return [
    ['Target', targetText(target)],
    ['Command', `storecheck ${run.command}${settings.readOnly ? ', read-only' : ''}`],
    ...(exploration === undefined ? [] : [['Depth', `thorough (seed ${exploration.seed})`] as const]),
    ...(capacity === undefined ? [] : capacityFacts(capacity)),
    ...(['capacity', 'limits'].includes(run.command) ? [] : [['Key of the check', plan] as const]),
    ...(exhausted === '' ? [] : [['Exhausted limits', exhausted] as const]),
    ['Window', `${settings.windowSeconds} s`],
    ['Made by', `${tool.name} ${tool.version}${run.k6 === undefined ? '' : `, k6 ${run.k6}`}`],
    ['Specification', `version ${spec.version}, SHA-256 ${spec.sha256}`],
  ];
}

function capacityFacts(capacity: CapacityNumbers): Fact[] {
  const { shares, steps, projection } = capacity;
  const keys = shares.map(({ plan, keys, share }) => `${count(keys)} of ${plan} for ${percent(share)} of the load`);
  const peak = steps.find(({ level }) => level >= 1) ?? steps.at(-1);
  return [
    ['Change, in requests/min', changesIn(capacity).join(', ') || 'none'],
    ['Projected peak', perSecond(projection.after.rps)],
    ...(peak === undefined ? [] : [['Length of a step', `${Math.round(peak.planned / peak.rps)} s`] as const]),
    ['Keys', keys.join('; ')],
  ];
}

export function factsOf(result: Result): Fact[] {
  const { run, target, settings, requests } = result;
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, value]) => `${name}: ${count(value)}`)
      .join(' · ');
  return [
    ...comparedFacts(result),
    ['Run', run.id],
    ['Started', moment(run.startedAt)],
    ['Finished', `${run.finishedAt === null ? 'not' : moment(run.finishedAt)}, ${endSentence(run.end, requests.sent)}`],
    ['Exit code', String(result.exitCode)],
    ...(target.clockOffset === null ? [] : [["The service's clock", offsetWords(target.clockOffset)] as const]),
    ['Requests', `${count(requests.sent)} of at most ${count(requests.planned)}`],
    ['By status', list(requests.byStatus)],
    ['By plan', list(requests.byPlan)],
    ['Judged as of', settings.today],
  ];
}

/** `2026-11-21T08:33:36.554Z` as `2026-11-21 08:33:36 UTC`; anything else as it is. */
const moment = (iso: string): string =>
  iso.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/, '$1 $2 UTC');

/** In words, as the end of a sentence that begins with the server's clock. */
export function offsetWords({ from, to }: { from: number; to: number }): string {
  const range = `${signed(from)} to ${signed(to)} s`;
  if (from <= 0 && to >= 0) return `agrees with this machine's (difference ${range})`;
  return `is ${from > 0 ? 'ahead of' : 'behind'} this machine's by ${range.replaceAll(/[+−]/g, '')}`;
}

const signed = (seconds: number): string => `${seconds < 0 ? '−' : '+'}${Math.abs(seconds).toFixed(3)}`;

/** An observed value in words; a fraction has four digits. */
function observedWords(value: unknown = null): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => observedWords(one)).join(', ');
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(4)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The members of an observed value with labels; a single value has none. */
export const observedFacts = (value: RequirementResult['value']): Fact[] =>
  Object.entries(isObject(value) ? value : { '': value }).map(([name, one]) => [memberLabel(name), observedWords(one)]);

/** `seconds later` for `secondsLater`. */
const memberLabel = (name: string): string =>
  name.replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** What changed, by member, because complete values would be hard to read: `class: fixed → bucket`. */
export function driftText({ pinned, seen }: NonNullable<Result['drift']>[number]): string {
  if (!isObject(pinned) || !isObject(seen)) return `${observedWords(pinned)} → ${observedWords(seen)}`;
  const changes = Object.keys(seen).map(
    (name) => `${memberLabel(name)}: ${observedWords(pinned[name])} → ${observedWords(seen[name])}`,
  );
  return changes.join('; ');
}
