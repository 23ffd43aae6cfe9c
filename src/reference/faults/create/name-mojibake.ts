import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameMojibake: Fault = {
  id: 'name-mojibake',
  title: 'Reads UTF-8 names as Latin-1',
  breaks: ['create.text'],
  follows: ['create.echo'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok ? accept(Buffer.from(name.value).toString('latin1')) : name;
    },
  }),
};
