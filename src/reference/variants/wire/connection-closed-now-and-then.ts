import { always, everyNth, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const connectionClosedNowAndThen: LegalVariant = {
  id: 'connection-closed-now-and-then',
  title: 'Closes the connection behind every fifth answer',
  apply: (base) => {
    const fifth = everyNth(5);
    return reshapeAnswer(base, always, (answer) => (fifth() ? withHeader('Connection', 'close')(answer) : answer));
  },
};
