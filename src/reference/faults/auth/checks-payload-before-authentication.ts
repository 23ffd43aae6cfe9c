import { problemOutcome } from '../../conforming/problem.ts';
import { isObject, member } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const checksPayloadBeforeAuthentication: Fault = {
  id: 'checks-payload-before-authentication',
  title: 'Answers 400 to a payload without a category before it looks at the key, and 401 to a valid one',
  breaks: ['auth.required.create'],
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) => {
      const body = request.operation === 'create' ? base.readBody(request) : undefined;
      if (body?.ok !== true || !isObject(body.value)) return base.unauthorized(request, service);
      const category = base.readCategory(member(body.value, 'categoryId'));
      return category.ok
        ? base.unauthorized(request, service)
        : problemOutcome(service.behaviour, request, category.problem);
    },
  }),
};
