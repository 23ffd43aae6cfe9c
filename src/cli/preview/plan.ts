import type { Head, LimitSettings } from '../../exchange/index.ts';
import { groupBy } from '../../exchange/journal/group.ts';
import { isSendable, type Probe } from '../../probes/index.ts';
import { wrap } from '../../reporters/text/inert.ts';
import type { Paint } from '../../reporters/text/paint.ts';
import type { Prepared } from '../../run/prepare.ts';
import { setAsidePlan } from './bill-set-aside.ts';

/** Every request of the plan, in order, with the requirements that it serves; what a read-only run leaves out in one line. */
export function plan({ checks, probes, head }: Prepared, paint: Paint, width: number): string {
  const wide = checks.filter(({ from }) => from === 'all').map(({ requirement }) => requirement);
  const left = probes.filter((probe) => !isSendable(probe, head.settings));
  const rows = repeats(probes.filter((probe) => !left.includes(probe)));
  let number = 0;
  const lines = rows.map(({ probe, last, times }) => {
    const serves = checks
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
    return serves.length === 0 ? title : `${title}\n${paint.dim(wrap(serves.join(', '), width, '       '))}`;
  });
  const every = wide.length === 0 ? '' : wrap(`every request also serves: ${wide.join(', ')}`, width, '', '  ');
  const limits = head.limits === undefined ? '' : limitsPlan(head, head.limits, width);
  const blocks = [lines.join('\n'), leftOut(left, width), every, limits, 'nothing was sent (--dry-run)'];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function leftOut(probes: readonly Probe[], width: number): string {
  if (probes.length === 0) return '';
  const areas = [...groupBy(probes, ({ id }) => id.split('.')[0] ?? id)].map(([area, of]) => `${of.length} of ${area}`);
  return wrap(`not sent: read-only: ${probes.length} requests (${areas.join(', ')})`, width, '', '  ');
}

interface Repeated {
  readonly probe: Probe;
  readonly last: Probe;
  readonly times: number;
}

/** Probes in a row that differ in their number alone (`list.fill-1`, `list.fill-2` …) are one. */
function repeats(probes: readonly Probe[]): Repeated[] {
  const stem = ({ id, title }: Probe) => `${id.replace(/-\d+$/, '-')} ${title}`;
  return [...groupBy(probes, stem).values()].flatMap((alike) => {
    const [probe, last] = [alike[0], alike.at(-1)];
    return probe === undefined || last === undefined ? [] : [{ probe, last, times: alike.length }];
  });
}

/** The requests that pushing the limits consists of, in order. */
function limitsPlan({ settings }: Head, limits: LimitSettings, width: number): string {
  const { plans, sustainWindows } = limits;
  const each = (number: (perMinute: number) => number) =>
    plans.map(({ plan, perMinute }) => `${plan} ${number(perMinute)}`).join(', ');
  const both = plans.filter(({ secondKey }) => secondKey !== undefined).map(({ plan }) => plan);
  const steps = [
    '1 list on a fresh key (waits for a fresh window otherwise)',
    ...(both.length === 0 ? [] : [`2 lists on each of both keys, in turns (${both.join(', ')})`]),
    `a burst of lists up to the limit, and 2 beyond (${each((perMinute) => perMinute)})`,
    ...(both.length === 0 ? [] : [`1 list on the second key (${both.join(', ')})`]),
    settings.readOnly ? '1 get' : '1 create with an empty object (never stored) and 1 get',
    '1 list half a window later, 1 just before Reset',
    '1 list when Retry-After is over, 1 when Reset has come',
    ...(sustainWindows > 0 ? [`lists at the plan's rate (${each((perMinute) => perMinute * sustainWindows)})`] : []),
    ...plans.flatMap((one) => setAsidePlan(one, limits, settings.windowSeconds)),
  ];
  const lines = steps.map((step) => wrap(step, width, '     ', '       '));
  return `limits, with k6, all plans at once, with each plan's key:\n${lines.join('\n')}`;
}
