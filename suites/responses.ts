import { isAnswered } from '../src/exchange/index.ts';
import { errorCodes, errorSchema, noLeak, notBlank, statusMatches } from '../src/rules/error/errors.ts';
import { cleanJson, jsonMediaType, plainIntegers, wellFormed } from '../src/rules/media/media.ts';
import { countsDown, countsEveryOperation, countsUnauthorized } from '../src/rules/rate/countdown.ts';
import {
  draftHeaders,
  headersPresent,
  limitMatchesPlan,
  remainingInRange,
  resetInteger,
  singleInteger,
} from '../src/rules/rate/headers.ts';
import { resetUnixSeconds, windowStyle } from '../src/rules/rate/reset.ts';
import { resetInWindow } from '../src/rules/rate/reset-range.ts';
import { alwaysAnswers, noServerError } from '../src/rules/robust/robust.ts';
import type { Check, Suite } from './check.ts';

/** The operation of the previous request, and another one. */
const VOLLEY = ['list.minimum', 'get.not-found'];

/** Whether Remaining falls by each request shows in consecutive and in simultaneous requests. */
const COUNTED = { again: ['list.minimum'], together: VOLLEY, series: true } as const;

const checks: readonly Omit<Check, 'from'>[] = [
  { requirement: 'error.schema', rule: errorSchema },
  { requirement: 'error.status-matches', rule: statusMatches },
  { requirement: 'error.not-blank', rule: notBlank },
  { requirement: 'error.no-leak', rule: noLeak },
  { requirement: 'error.codes', rule: errorCodes },
  { requirement: 'media.json', rule: jsonMediaType },
  { requirement: 'media.well-formed', rule: wellFormed },
  { requirement: 'media.clean-json', rule: cleanJson },
  { requirement: 'media.plain-integers', rule: plainIntegers },
  { requirement: 'robust.no-server-error', rule: noServerError },
  { requirement: 'robust.answers', rule: alwaysAnswers },
  { requirement: 'rate.headers-present', rule: headersPresent },
  { requirement: 'rate.single-integer', rule: singleInteger },
  { requirement: 'rate.reset-integer', rule: resetInteger },
  { requirement: 'rate.limit-matches-plan', rule: limitMatchesPlan },
  { requirement: 'rate.remaining-in-range', rule: remainingInRange },
  { requirement: 'rate.remaining-counts-down', rule: countsDown, ...COUNTED },
  { requirement: 'rate.counts-every-operation', rule: countsEveryOperation, ...COUNTED },
  { requirement: 'rate.reset-unix-seconds', rule: resetUnixSeconds },
  { requirement: 'rate.reset-in-window', rule: resetInWindow, again: ['list.minimum'] },
  { requirement: 'rate.counts-unauthorized', rule: countsUnauthorized },
  { requirement: 'rate.draft-headers', rule: draftHeaders },
  { requirement: 'rate.window-style', rule: windowStyle },
];

/** An animal may have this id by now: `get.not-found` shows the same defects, and its command reproduces them. */
const isNextId: Check['except'] = ({ probe, received }, trace) =>
  probe === 'get.next' &&
  received.status === 404 &&
  trace.exchanges.some(
    (other) => other.probe === 'get.not-found' && isAnswered(other) && other.received.status === 404,
  );

/** Requirements of every response (error, media, robust, rate); they need no requests of their own. */
export const responseSuite: Suite = {
  probes: [],
  checks: checks.map((check) => ({ ...check, from: 'all', except: isNextId })),
};
