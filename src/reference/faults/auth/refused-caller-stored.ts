import type { Fault } from '../../variant.ts';

export const refusedCallerStored: Fault = {
  id: 'refused-caller-stored',
  title: 'Answers 401 to a creation without a key, and adds the animal all the same',
  breaks: ['auth.no-side-effect'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) => {
      if (request.operation === 'create') service.behaviour.create(request, service);
      return base.unauthorized(request, service);
    },
  }),
};
