import { integer, isList, isObject, object } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesScalarBody: Fault = {
  id: 'takes-scalar-body',
  title: 'Takes a number, a string or null for a payload',
  breaks: ['create.rejects.scalar-body'],
  apply: (base) => ({
    ...base,
    readBody: (request) => {
      const body = base.readBody(request);
      return body.ok && !isList(body.value) && !isObject(body.value)
        ? accept(object(['name', ''], ['categoryId', integer(0)]))
        : body;
    },
  }),
};
