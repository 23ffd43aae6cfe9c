import { member } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const clientIdRefused: LegalVariant = {
  id: 'client-id-refused',
  title: 'Refuses a payload with an id',
  apply: (base) => ({
    ...base,
    checkPayload: (payload) =>
      member(payload, 'id') === undefined
        ? base.checkPayload(payload)
        : { status: 400, code: 'invalid_request', message: 'id is given by the service.' },
  }),
};
