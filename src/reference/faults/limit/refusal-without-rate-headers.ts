import { onStatus, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const refusalWithoutRateHeaders: Fault = {
  id: 'refusal-without-rate-headers',
  title: 'Sends none of the three headers with a refusal',
  breaks: ['limit.headers'],
  apply: (base) => reshapeAnswer(base, onStatus(429), withoutRateHeaders),
};
