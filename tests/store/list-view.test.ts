import { it } from 'vitest';
import { list } from '../../src/probes/probe-request.ts';
import { listView } from '../../src/store/views.ts';
import { expectAnswers, golden } from '../support/golden.ts';
import { answer, pets, trace } from '../support/trace.ts';

it('a list of two animals is read like this, by its query', () =>
  expectAnswers(golden('queries.txt'), (query) => {
    const { exchanges } = trace({ exchanges: [answer('list', { sent: list(query), body: pets(2) })] });
    const [view] = exchanges.map(listView);
    if (view === undefined) return 'not read';
    const { limit, status, isWithoutLimit, isSpecified, isValid, isFull } = view;
    const known = Object.entries({ isWithoutLimit, isSpecified, isValid, isFull }).flatMap(([name, is]) =>
      is ? name : [],
    );
    return `${limit} ${status}: ${known.join(', ')}`;
  }));
