import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameMojibake: Fault = {
  id: 'name-mojibake',
  title: 'Reads UTF-8 names as Latin-1',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(Buffer.from(name).toString('latin1'))),
  }),
};
