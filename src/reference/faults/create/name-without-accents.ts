import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithoutAccents: Fault = {
  id: 'name-without-accents',
  title: 'Drops the accents of letters',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.normalize('NFD').replace(/\p{M}/gu, ''))),
  }),
};
