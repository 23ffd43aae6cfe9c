import { showInstead } from '../../reshape.ts';
import type { Animal } from '../../store.ts';
import type { Fault } from '../../variant.ts';

export const answersPreviousAnimal: Fault = {
  id: 'answers-previous-animal',
  title: 'Answers with the animal created before',
  breaks: ['create.echo'],
  follows: [
    'create.unique-ids',
    'create.text',
    'create.int64',
    'create.name-verbatim',
    'create.each-status',
    'create.status-optional',
    'get.same-as-created',
    'list.agrees-with-created',
    'list.shows-created',
    'list.status-filter-complete',
  ],
  apply: (base) => {
    let previous: Animal | undefined;
    return showInstead(base, 'create', (animal) => {
      const shown = previous ?? animal;
      previous = animal;
      return shown;
    });
  },
};
