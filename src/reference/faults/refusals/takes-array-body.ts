import { integer, isList, isObject, object } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesArrayBody: Fault = {
  id: 'takes-array-body',
  title: 'Takes an array for a payload',
  breaks: ['create.rejects.array-body'],
  apply: (base) => ({
    ...base,
    readBody: (request) => {
      const body = base.readBody(request);
      return body.ok && isList(body.value)
        ? accept(isObject(body.value[0]) ? body.value[0] : object(['name', ''], ['categoryId', integer(0)]))
        : body;
    },
  }),
};
