import { both, onOperation, onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOnList: Fault = {
  id: 'no-rate-headers-on-list',
  title: 'Sends no rate headers with a list',
  breaks: ['rate.headers-present'],
  apply: (base) =>
    reshapeAnswer(
      base,
      both(onOperation('list'), onStatus(200)),
      withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
    ),
};
