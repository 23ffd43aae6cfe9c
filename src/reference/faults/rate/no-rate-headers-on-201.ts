import { onStatus, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOn201: Fault = {
  id: 'no-rate-headers-on-201',
  title: 'Sends no rate headers with a 201',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onStatus(201), withoutRateHeaders),
};
