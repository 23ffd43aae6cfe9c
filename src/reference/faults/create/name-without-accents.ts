import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameWithoutAccents: Fault = {
  id: 'name-without-accents',
  title: 'Drops the accents of letters',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(name.value.normalize('NFD').replace(/\p{M}/gu, '')) : name;
    },
  }),
};
