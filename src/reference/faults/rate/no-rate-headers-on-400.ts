import { onStatus, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn400: Fault = {
  id: 'no-rate-headers-on-400',
  title: 'Sends no rate headers with a 400',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(400), withoutRateHeaders),
};
