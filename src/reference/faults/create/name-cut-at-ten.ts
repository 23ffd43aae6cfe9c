import { accept, andThen } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const nameCutAtTen: Fault = {
  id: 'name-cut-at-ten',
  title: 'Keeps the first ten characters of a name',
  breaks: ['create.echo'],
  follows: ['create.text', 'list.shows-created', 'list.agrees-with-created', 'create.name-verbatim'],
  apply: (base) => ({
    ...base,
    readName: (json) => andThen(base.readName(json), (name) => accept(name.slice(0, 10))),
  }),
};
