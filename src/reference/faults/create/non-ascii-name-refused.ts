import { refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nonAsciiNameRefused: Fault = {
  id: 'non-ascii-name-refused',
  title: 'Refuses names with letters outside ASCII',
  breaks: ['create.text'],
  apply: (base) => ({
    ...base,
    readName: (json) => {
      const name = base.readName(json);
      return name.ok && /[^ -~]/.test(name.value) ? refuse('name must be plain letters.') : name;
    },
  }),
};
