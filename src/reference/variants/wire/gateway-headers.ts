import { always, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const gatewayHeaders: LegalVariant = {
  id: 'gateway-headers',
  title: 'Passes through a gateway that names itself',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Server', 'nginx'], ['Via', '1.1 edge'], ['X-Request-Id', 'c0ffee']],
    })),
};
