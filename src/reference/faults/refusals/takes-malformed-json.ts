import { integer, object } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const takesMalformedJson: Fault = {
  id: 'takes-malformed-json',
  title: 'Takes a body that is not JSON for an empty payload',
  breaks: ['create.rejects.malformed-json'],
  apply: (base) => ({
    ...base,
    readBody: (request) => {
      const body = base.readBody(request);
      return body.ok || request.body.length === 0 ? body : accept(object(['name', ''], ['categoryId', integer(0)]));
    },
  }),
};
