import { object } from '../../json/value.ts';
import { isError, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const statusOfErrorTwice: Fault = {
  id: 'status-of-error-twice',
  title: 'Writes the status of an Error twice',
  breaks: ['media.clean-json'],
  apply: (base) =>
    reshapeObject(base, isError, (body) =>
      object(...body.members, ...body.members.filter(([name]) => name === 'status')),
    ),
};
