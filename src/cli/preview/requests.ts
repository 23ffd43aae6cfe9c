import type { Check } from '../../../suites/check.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import type { Head, LimitPlan, LimitSettings } from '../../exchange/records/run-record.ts';
import { isSendable, type Probe } from '../../probes/probe.ts';
import { sentAlways } from '../../run/cost.ts';
import { costOfDay, costOfPlan } from '../../run/limits-cost.ts';
import type { Prepared } from '../../run/prepare.ts';
import { needsCreates } from '../../spec/evidence.ts';
import { requirement } from '../../spec/requirements/index.ts';
import { count, plural } from '../../text/count.ts';
import { wrap } from '../../text/inert.ts';
import type { Layout } from './layout.ts';

/** The output of a dry run: every request in order, with the requirements that it tests. */
export function requestsText(prepared: Prepared, { paint, width }: Pick<Layout, 'paint' | 'width'>): string {
  const { probes, head } = prepared;
  const checks = prepared.checks.filter((check) => isJudged(check, prepared));
  const wide = checks.filter(({ from }) => from === 'all').map(({ requirement }) => requirement);
  const rows = repeats(probes.filter((probe) => isSendable(probe, head.settings)));
  let number = 0;
  const lines = rows.map(({ probe, last, times }) => {
    const tests = checks
      .filter(({ from }) => from !== 'all' && from.includes(probe.id))
      .map(({ requirement }) => requirement);
    const condition = probe.onlyIf === undefined ? '' : ` [only if ${probe.onlyIf}]`;
    const name = times === 1 ? paint.bold(probe.id) : `${paint.bold(probe.id)} … ${paint.bold(last.id)}`;
    const repeated = times === 1 ? '' : ` [up to ${times} times]`;
    const title = wrap(
      `${String(number + 1).padStart(3)}  ${name}  ${probe.title}${repeated}${condition}`,
      width,
      '',
      '     ',
    );
    number += times;
    return tests.length === 0 ? title : `${title}\n${paint.dim(wrap(tests.join(', '), width, '       '))}`;
  });
  const every = wide.length === 0 ? '' : wrap(`every request also tests: ${wide.join(', ')}`, width, '', '  ');
  const limits = head.limits === undefined ? '' : limitRequests(head, head.limits, width);
  const blocks = [
    lines.join('\n'),
    readOnlyText(prepared, checks, width),
    every,
    limits,
    'Nothing was sent (--dry-run).',
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Whether the run can judge the requirement. A read-only run cannot if its evidence is a create or a created animal. */
export function isJudged({ requirement: id, from }: Check, { probes, head: { settings } }: Prepared): boolean {
  if (settings.readOnly && needsCreates(id)) return false;
  return from === 'all' || probes.some((probe) => from.includes(probe.id) && isSendable(probe, settings));
}

/** `63 of 104 requirements, 40 of them musts` */
export function judgedOf(judged: readonly Check[], checks: readonly Check[]): string {
  const musts = judged.filter(({ requirement: id }) => requirement(id).level === 'must').length;
  return `${judged.length} of ${plural(checks.length, 'requirement')}, ${musts} of them musts`;
}

/** The difference between a read-only run and a run with writes. Empty if there is none. */
function readOnlyText(prepared: Prepared, judged: readonly Check[], width: number): string {
  const { checks, probes, head } = prepared;
  const writing = { probes, head: { ...head, settings: { ...head.settings, readOnly: false } } };
  const more = sentAlways(writing).length - sentAlways(prepared).length;
  if (more === 0) return '';
  const text = `read-only run: judges ${judgedOf(judged, checks)}; a run with writes would send about ${plural(more, 'more request')}`;
  return wrap(text, width, '', '  ');
}

/** Joins consecutive probes that differ only in their number (`list.fill-1`, `list.fill-2` …). */
function repeats(probes: readonly Probe[]) {
  const stem = ({ id, title }: Probe) => `${id.replace(/-\d+$/, '-')} ${title}`;
  return [...groupBy(probes, stem).values()].flatMap((alike) => {
    const [probe, last] = [alike[0], alike.at(-1)];
    return probe === undefined || last === undefined ? [] : [{ probe, last, times: alike.length }];
  });
}

/** The experiment of docs/limits.md in a few lines. */
function limitRequests({ settings }: Head, limits: LimitSettings, width: number): string {
  const { plans, sustainWindows, daily } = limits;
  const each = (number: (plan: LimitPlan) => number) =>
    plans.map((one) => `${one.plan} ${count(number(one))}`).join(', ');
  const create = settings.readOnly ? '' : ' 1 valid create, which must be refused, and';
  const second = plans.some(({ secondKey }) => secondKey !== undefined) ? ', in turn with the second keys' : '';
  const paced = sustainWindows === 0 ? [] : [each(({ perMinute }) => perMinute * sustainWindows)];
  const steps = [
    `lists, gets and invalid creates with a fresh key${second}, then a burst of lists up to the limit, plus 2 (${each(({ perMinute }) => perMinute)})`,
    `only if nothing was refused: more lists (at most ${each((one) => costOfPlan(one, limits).topUp)})`,
    `${create} 1 get; 1 list half a window later, just before Reset, after Retry-After and after Reset`.trim(),
    ...paced.map((requests) => `lists at the plan's rate (${requests})`),
    ...plans.flatMap((plan) => {
      const { requests, offered } = costOfDay(plan, settings.windowSeconds);
      const key = daily[plan.plan];
      return key === undefined ? [] : [`${key}: up to ${requests} lists at ${offered} per window`];
    }),
    `only to confirm a violation: the steps up to Reset again (at most ${each((one) => costOfPlan(one, limits).retry)})`,
  ];
  const lines = steps.map((step) => wrap(step, width, '     ', '       '));
  return `limits (k6, all plans at once, each with its own key):\n${lines.join('\n')}`;
}
