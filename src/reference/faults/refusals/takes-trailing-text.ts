import type { Fault } from '../../variant.ts';

export const takesTrailingText: Fault = {
  id: 'takes-trailing-text',
  title: 'Reads the first JSON value of a payload and overlooks what stands behind it',
  breaks: ['create.rejects.malformed-json'],
  apply: (base) => ({
    ...base,
    readBody: (request) => {
      const end = request.body.lastIndexOf('}'.charCodeAt(0)) + 1;
      return base.readBody(end === 0 ? request : { ...request, body: request.body.subarray(0, end) });
    },
  }),
};
