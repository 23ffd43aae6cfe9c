import { always, everyNth, reshapeAnswer, withoutRateHeaders } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const rateHeadersNowAndThen: Fault = {
  id: 'rate-headers-now-and-then',
  title: 'Leaves the rate headers out of every fifth answer',
  breaks: ['rate.headers-present'],
  apply: (base) => {
    const fifth = everyNth(5);
    return reshapeAnswer(base, always, (answer) => (fifth() ? withoutRateHeaders(answer) : answer));
  },
};
