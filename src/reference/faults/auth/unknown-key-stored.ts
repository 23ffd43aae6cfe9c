import type { Fault } from '../../variant.ts';

export const unknownKeyStored: Fault = {
  id: 'unknown-key-stored',
  title: 'Answers 401 to a creation with an unknown key, and adds the animal all the same',
  breaks: ['auth.no-side-effect'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) => {
      const keyed = base.credential(request) !== null;
      if (request.operation === 'create' && keyed) service.behaviour.create(request, service);
      return base.unauthorized(request, service);
    },
  }),
};
