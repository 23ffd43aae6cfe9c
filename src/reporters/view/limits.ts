import type { PlanLimits, Result } from '../../result/result.ts';
import { cut, inert, wrap } from '../text/inert.ts';
import { admitted } from './admitted.ts';
import { remarks } from './remarks.ts';

/** What each pushed limit came to, a line or two a plan, and what a user of it should know besides. */
export function limitLines(result: Result, width: number): string {
  const plans = Object.entries(result.limits).map(([plan, numbers]) =>
    wrap(sentence(result, plan, numbers), width, `  ${shown(plan).padEnd(10)} `, ' '.repeat(13)),
  );
  return [...plans, ...remarks(result).map((words) => wrap(words, width, '  ', '    '))].join('\n');
}

const shown = (text: string) => inert(cut(text, 60));

function sentence(result: Result, plan: string, numbers: PlanLimits): string {
  const { sent, refused, unanswered, retryAfterSeen, elapsedMs } = numbers;
  const parts = [
    admitted(result, plan),
    `${refused} of ${sent} requests refused${retryAfterSeen.length === 0 ? '' : `, Retry-After ${retryAfterSeen.slice(0, 4).map(shown).join(', ')}`}`,
    unanswered > 0 ? `${unanswered} not answered` : '',
    `${(elapsedMs / 1000).toFixed(1)} s`,
  ];
  return `${firstLook(numbers)}${parts.filter((part) => part !== '').join('; ')}`;
}

/** What the first of two looks came to: a finding may be about that one. Empty where there was one look alone. */
export function firstLook({ firstLook: first, perWindow }: PlanLimits): string {
  if (first === undefined) return '';
  return `at first ${first.admittedInWindow} of ${perWindow} admitted and ${first.refused} of ${first.sent} requests refused; in the confirmation attempt `;
}
