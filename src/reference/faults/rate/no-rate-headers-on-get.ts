import { onAnswer, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOnGet: Fault = {
  id: 'no-rate-headers-on-get',
  title: 'Sends no rate headers with one animal',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onAnswer('get', 200), withoutRateHeaders),
};
