import { onStatus, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn401: Fault = {
  id: 'no-rate-headers-on-401',
  title: 'Sends no rate headers with a 401',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(401), withoutRateHeaders),
};
