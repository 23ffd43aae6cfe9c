import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameEscaped: Fault = {
  id: 'name-escaped',
  title: 'Keeps names with HTML escapes',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok
        ? accept(name.value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
        : name;
    },
  }),
};
