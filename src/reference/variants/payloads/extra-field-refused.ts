import type { LegalVariant } from '../../variant.ts';

export const extraFieldRefused: LegalVariant = {
  id: 'extra-field-refused',
  title: 'Refuses a payload with a field that it does not know',
  apply: (base) => ({
    ...base,
    checkPayload: (payload) => {
      const extra = payload.members.find(([name]) => !['id', 'name', 'categoryId', 'status'].includes(name));
      return extra === undefined
        ? base.checkPayload(payload)
        : { status: 400, code: 'invalid_request', message: `There is no field ${extra[0]}.` };
    },
  }),
};
