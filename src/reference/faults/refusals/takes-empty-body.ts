import { integer, object } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesEmptyBody: Fault = {
  id: 'takes-empty-body',
  title: 'Takes an empty body for a payload',
  breaks: ['create.rejects.empty-body'],
  apply: (base) => ({
    ...base,
    readBody: (request) =>
      request.body.length === 0 ? accept(object(['name', ''], ['categoryId', integer(0)])) : base.readBody(request),
  }),
};
