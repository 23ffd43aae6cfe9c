import { always, reshapeAnswer, withHeader } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const connectionClosed: LegalVariant = {
  id: 'connection-closed',
  title: 'Closes the connection behind every answer',
  apply: (base) => reshapeAnswer(base, always, withHeader('Connection', 'close')),
};
