import { onStatus, reshapeAnswer, withoutHeader } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn201: Fault = {
  id: 'no-rate-headers-on-201',
  title: 'Sends no rate headers with a 201',
  breaks: ['rate.headers-present'],
  apply: (base) =>
    reshapeAnswer(
      base,
      onStatus(201),
      withoutHeader('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'),
    ),
};
