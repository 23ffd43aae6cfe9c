import type { Fault } from '../../variant.ts';

export const looksUpBeforeAuthentication: Fault = {
  id: 'looks-up-before-authentication',
  title: 'Answers 404 for an unknown id before it looks at the key',
  breaks: ['auth.required.get'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) => {
      const found = request.operation === 'get' ? base.get(request, service) : undefined;
      return found?.status === 404 ? found : base.unauthorized(request, service);
    },
  }),
};
