import { expect, it } from 'vitest';
import { PHASE_WORDS } from '../../src/reporters/html/figure/phases.ts';
import { LIST_FINDINGS } from '../../src/text/findings/list.ts';
import { fill } from '../../src/text/template.ts';

it('a filter that is ignored is shown with the number of animals and one of them', () => {
  const values = { wrong: 10, items: 20, id: 32, listed: 'no value' };
  expect(fill(LIST_FINDINGS['filter-ignored'].actual, values)).toBe(
    'a different status on 10 of 20 animals; for example, the animal with id 32 has no value',
  );
});

it('the request at the end of a window is called by what it follows', () => {
  expect(PHASE_WORDS['recovery-reset']).toBe('After Reset');
});
