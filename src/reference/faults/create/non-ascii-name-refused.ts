import { accept, andThen, refuse } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nonAsciiNameRefused: Fault = {
  id: 'non-ascii-name-refused',
  title: 'Refuses names with letters outside ASCII',
  breaks: ['create.text'],
  apply: (base) => ({
    ...base,
    readName: (json) =>
      andThen(base.readName(json), (name) =>
        /[^ -~]/.test(name) ? refuse('name must be plain letters.') : accept(name),
      ),
  }),
};
