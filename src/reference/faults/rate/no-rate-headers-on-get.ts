import { both, onOperation, onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOnGet: Fault = {
  id: 'no-rate-headers-on-get',
  title: 'Sends no rate headers with one animal',
  breaks: ['rate.headers-present'],
  apply: (base) =>
    reshapeAnswer(
      base,
      both(onOperation('get'), onStatus(200)),
      withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
    ),
};
