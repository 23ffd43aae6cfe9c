import { always, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';
import { rateNumbers } from '../clauses.ts';

export const noRateHeaders: Fault = {
  id: 'no-rate-headers',
  title: 'Sends no rate headers at all',
  breaks: ['rate.headers-present'],
  follows: rateNumbers,
  apply: (base) => reshapeAnswer(base, always, withoutRateHeaders),
};
