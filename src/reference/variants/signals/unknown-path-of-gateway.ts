import { onOperation, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const unknownPathOfGateway: LegalVariant = {
  id: 'unknown-path-of-gateway',
  title: 'Leaves unknown paths to a gateway that knows no Error and no limits',
  apply: (base) =>
    reshapeAnswer(base, onOperation('unlisted'), () => ({
      status: 404,
      headers: [['Content-Type', 'text/plain']],
      body: 'no route',
    })),
};
