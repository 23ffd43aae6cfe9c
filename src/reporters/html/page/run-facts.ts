import type { Result } from '../../../result/result.ts';
import { endSentence } from '../../../text/ends.ts';
import { count } from '../../text/count.ts';
import { cut } from '../../text/inert.ts';
import { refused } from '../../view/totals.ts';
import { capacityFacts } from '../capacity/facts.ts';
import { moment } from '../time.ts';

/** Facts about the run as pairs of name and text. */
export function runFacts({
  run,
  tool,
  spec,
  target,
  settings,
  requests,
  limits,
  exitCode,
  capacity,
}: Result): (readonly [string, string])[] {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, value]) => `${name}: ${count(value)}`)
      .join(' · ');
  return [
    ['Target', `${cut(target.baseUrl, 300)} (${cut(target.name, 100)}, ${target.class})`],
    ['Run', `${run.id}, storecheck ${run.command}`],
    ['Started', moment(run.startedAt)],
    [
      'Finished',
      `${run.finishedAt === null ? 'not' : moment(run.finishedAt)}, ${run.end === 'complete' ? run.end : endSentence(run.end)}; exit ${exitCode}`,
    ],
    ["The service's clock", clockWords(target.clockOffset)],
    ...(capacity === undefined ? [checkedWith(settings)] : capacityFacts(capacity)),
    ['Window', `${settings.windowSeconds} s`],
    [
      'Requests',
      `${count(requests.sent)} of at most ${count(requests.planned)} planned; ${refused({ limits, requests })}`,
    ],
    ['By status', list(requests.byStatus)],
    ['By plan', list(requests.byPlan)],
    ['Made by', `${tool.name} ${tool.version}${run.k6 === undefined ? '' : `, k6 ${run.k6}`}`],
    ['Specification', `version ${spec.version}, SHA-256 ${spec.sha256}`],
    ['Judged as of', settings.today],
  ];
}

const checkedWith = ({ plan, readOnly }: Result['settings']): readonly [string, string] => [
  'Key of the check',
  `${plan}${readOnly ? ', read-only' : ''}`,
];

function clockWords(offset: Result['target']['clockOffset']): string {
  if (offset === null) return 'unknown: no response had a Date header';
  const { from, to } = offset;
  const range = `${signed(from)} to ${signed(to)} s`;
  if (from <= 0 && to >= 0) return `agrees with this machine's (${range})`;
  return `${from > 0 ? 'ahead of' : 'behind'} this machine's by ${range.replaceAll('+', '').replaceAll('−', '')}`;
}

const signed = (seconds: number): string => `${seconds < 0 ? '−' : '+'}${Math.abs(seconds).toFixed(3)}`;
