import type { LegalVariant } from '../../variant.ts';

export const unknownParameterRefused: LegalVariant = {
  id: 'unknown-parameter-refused',
  title: 'Refuses query parameters that it does not know',
  apply: (base) => ({
    ...base,
    checkQuery: (query) => {
      const unknown = [...query.keys()].find((name) => name !== 'limit' && name !== 'status');
      return unknown === undefined
        ? base.checkQuery(query)
        : { status: 400, code: 'unknown_parameter', message: `There is no parameter ${unknown}.` };
    },
  }),
};
