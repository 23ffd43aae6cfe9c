import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithoutMarkup: Fault = {
  id: 'name-without-markup',
  title: 'Takes < and > out of names',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.replace(/[<>]/g, ''))),
  }),
};
