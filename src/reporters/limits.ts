import type { PlanLimits, Result } from '../result/result.ts';
import { cut, inert, wrap } from './inert.ts';

/** What each pushed limit came to, a line or two a plan. */
export function limitLines({ limits }: Result, width: number): string {
  return Object.entries(limits)
    .map(([plan, numbers]) => wrap(sentence(numbers), width, `  ${shown(plan).padEnd(10)} `, ' '.repeat(13)))
    .join('\n');
}

const shown = (text: string) => inert(cut(text, 60));

function sentence({
  perWindow,
  windowSeconds,
  admittedInWindow,
  sent,
  refused,
  unanswered,
  retryAfterSeen,
  algorithm,
  elapsedMs,
}: PlanLimits): string {
  const parts = [
    `${admittedInWindow} of ${perWindow} admitted in a window of ${windowSeconds} s`,
    `${refused} of ${sent} requests refused${retryAfterSeen.length === 0 ? '' : `, Retry-After ${retryAfterSeen.slice(0, 4).map(shown).join(', ')}`}`,
    unanswered > 0 ? `${unanswered} not answered` : '',
    algorithm.class === 'not determined' ? '' : `limiter: ${shown(algorithm.class)}`,
    `${(elapsedMs / 1000).toFixed(1)} s`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}
