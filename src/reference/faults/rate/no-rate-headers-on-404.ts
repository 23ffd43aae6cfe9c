import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn404: Fault = {
  id: 'no-rate-headers-on-404',
  title: 'Sends no rate headers with a 404',
  breaks: ['rate.headers-present'],
  apply: (base) =>
    reshapeAnswer(
      base,
      onStatus(404),
      withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
    ),
};
