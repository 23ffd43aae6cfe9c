import { onStatus, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn404: Fault = {
  id: 'no-rate-headers-on-404',
  title: 'Sends no rate headers with a 404',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(404), withoutRateHeaders),
};
