import type { Result } from '../../result/result.ts';
import { STATUSES, type Status } from '../../result/summary/status.ts';
import type { Counts, Summary } from '../../result/summary/summary.ts';
import { count, plural } from '../../text/count.ts';

/** The order of statuses in every format. */
const ORDER: readonly Status[] = ['passed', ...STATUSES.filter((status) => status !== 'passed')];

/** The word of a status, the same in every format. */
export const statusWord = (status: Status): string => status.replaceAll('-', ' ');

/** Statuses with their counts in a fixed order; those of `always` also at zero. */
export function counted(counts: Counts, always: readonly Status[] = ['passed', 'failed', 'inconclusive']) {
  const word = (status: Status) => (status === 'warning' && counts.warning !== 1 ? 'warnings' : statusWord(status));
  return ORDER.map((status) => ({ status, number: counts[status], word: word(status) })).filter(
    ({ status, number }) => number > 0 || always.includes(status),
  );
}

/** The counts of each area of the specification, unless `--only` or `--skip` excluded all of it. */
export const judgedAreas = ({ areas }: Summary) =>
  areas
    .filter(({ rows }) => rows.some(({ code }) => code !== 'not-selected'))
    .map((one) => ({
      ...one,
      parts: counted(one.counts, ['passed']).map(({ status, number, word }) => ({ status, text: `${number} ${word}` })),
    }));

/** The heading of the musts without evidence, and how many there are. Those that a failure explains are listed with it. */
export function openHeading({ failed, warnings, waived, inconclusive, optional }: Summary) {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const own = sum(inconclusive.map(({ rows, consequences }) => rows.length + consequences.length));
  const more = sum([failed, warnings, waived].flat().map(({ consequences }) => consequences.length));
  const unneeded = sum(optional.map(({ rows }) => rows.length));
  const others = [
    ...(more === 0 ? [] : [`${more} listed with ${more === 1 ? 'its cause' : 'their causes'}`]),
    ...(unneeded === 0 ? [] : [`${unneeded} not required`]),
  ];
  if (own === 0) return { title: others.length === 0 ? '' : `Inconclusive: ${others.join(', ')}`, count: '' };
  const title = 'Inconclusive: evidence is missing, so the run does not pass';
  const parts = others.length === 0 ? '' : `: ${[`${own} listed here`, ...others].join(', ')}`;
  return { title, count: `${own + more + unneeded}${parts}` };
}

/** How several plans are counted. */
export const PER_PLAN = 'each rate limit requirement counts once per plan';

/** The counts below the verdict: results, unless a set-up mistake stopped the run, then requests. */
export function totals({ result, counts, plans }: Summary): string[] {
  const requests = `${plural(result.requests.sent, 'request')}; ${refused(result)}`;
  if (result.setUp !== undefined) return [requests];
  const words = counted(counts).map(({ number, word }) => `${count(number)} ${word}`);
  const sum = Object.values(counts).reduce((all, one) => all + one, 0);
  return [`${plural(sum, 'result')}${plans.length > 1 ? ` (${PER_PLAN})` : ''}: ${words.join(', ')}`, requests];
}

/** Refusals of exhausted limits are planned; others are not. */
export function refused({ limits, requests }: Pick<Result, 'limits' | 'requests'>): string {
  const { byStatus, unplanned429 } = requests;
  const planned = (byStatus['429'] ?? 0) - unplanned429;
  const refusedText = Object.keys(limits).length > 0 ? `429 responses: ${count(planned)} expected, ` : '';
  return refusedText === ''
    ? `${unplanned429 === 0 ? 'no' : count(unplanned429)} unexpected 429`
    : `${refusedText}${count(unplanned429)} unexpected`;
}
