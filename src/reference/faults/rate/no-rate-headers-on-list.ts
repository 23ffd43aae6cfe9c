import { onAnswer, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const noRateHeadersOnList: Fault = {
  id: 'no-rate-headers-on-list',
  title: 'Sends no rate headers with a list',
  breaks: ['rate.headers-present'],
  apply: (base) => reshapeAnswer(base, onAnswer('list', 200), withoutRateHeaders),
};
