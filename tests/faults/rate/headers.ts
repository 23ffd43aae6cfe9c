import type { Change } from '../../../src/reference/behaviour.ts';
import type { Header } from '../../../src/reference/message.ts';
import {
  always,
  everyNth,
  onAnswer,
  onStatus,
  reshapeAnswer,
  withoutHeader,
  withoutRateHeaders,
} from '../changes/reshape.ts';
import { rateNumbers } from '../requirement-groups.ts';
import { each, faultTable } from '../table.ts';

const nameHeaders =
  ([limitName, remainingName, resetName]: readonly [string, string, string]): Change =>
  () => ({
    rateHeaders: ({ limit, remaining, reset }) => [
      [limitName, limit],
      [remainingName, remaining],
      [resetName, reset],
    ],
  });

export const rateHeaderFaults = faultTable({
  'no-remaining-header': {
    title: 'Never sends X-RateLimit-Remaining',
    breaks: ['rate.headers-present'],
    follows: ['rate.remaining-in-range', 'rate.remaining-counts-down', 'rate.counts-every-operation'],
    apply: reshapeAnswer(always, withoutHeader('X-RateLimit-Remaining')),
  },
  'no-reset-header': {
    title: 'Never sends X-RateLimit-Reset',
    breaks: ['rate.headers-present'],
    follows: ['rate.reset-unix-seconds', 'rate.reset-in-window'],
    apply: reshapeAnswer(always, withoutHeader('X-RateLimit-Reset')),
  },
  ...each({ 'no-rate-headers-on-201': 201, 'no-rate-headers-on-401': 401 }, (status) => ({
    title: `Sends no rate headers with a ${status}`,
    breaks: ['rate.headers-present'],
    apply: reshapeAnswer(onStatus(status), withoutRateHeaders),
  })),
  'rate-headers-kept-by-query': {
    title: 'Keeps the rate headers of a list for 8 s, and sends them with each list that has the same query',
    breaks: ['rate.remaining-counts-down'],
    follows: ['rate.counts-every-operation'],
    apply: (base) => {
      const kept = new Map<string, { readonly until: number; readonly headers: readonly Header[] }>();
      return reshapeAnswer(onAnswer('list', 200), (answer, { query }) => {
        const cached = kept.get(query.toString());
        if (cached !== undefined && base.now() < cached.until)
          return { ...answer, headers: [...withoutRateHeaders(answer).headers, ...cached.headers] };
        const headers = answer.headers.filter(([name]) => name.startsWith('X-RateLimit-'));
        kept.set(query.toString(), { until: base.now() + 8_000, headers });
        return answer;
      })(base);
    },
  },
  'rate-headers-now-and-then': {
    title: 'Omits the rate headers from every fifth response',
    breaks: ['rate.headers-present'],
    apply: (base) => {
      const fifth = everyNth(5);
      return reshapeAnswer(always, (answer) => (fifth() ? withoutRateHeaders(answer) : answer))(base);
    },
  },
  ...each(
    {
      'draft-header-names': [
        'Sends RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset, as in an IETF draft',
        ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
      ],
      'prefixless-limit-name': [
        'Sends X-RateLimit-Max instead of X-RateLimit-Limit',
        ['X-RateLimit-Max', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
      ],
    },
    ([title, names]) => ({ title, breaks: ['rate.headers-present'], follows: rateNumbers, apply: nameHeaders(names) }),
  ),
});
