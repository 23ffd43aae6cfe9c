import { refuse } from '../../../src/reference/message.ts';
import { crash } from '../changes/failure.ts';
import { readInstead } from '../changes/payload.ts';
import { everyNth } from '../changes/reshape.ts';
import { faultTable } from '../table.ts';

/** Faults in the `limit` parameter: its default, its range and how many animals it gives. */
export const listLimitFaults = faultTable({
  'limit-plus-one': {
    title: 'Returns one animal more than the limit',
    breaks: ['list.limit-honoured', 'list.default-limit', 'list.status-with-limit'],
    follows: ['list.never-above-maximum'],
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, limit + 1, query) }),
  },
  'third-list-has-one-more': {
    title: 'Returns one animal more than the limit in every third list with a limit',
    breaks: ['list.limit-honoured'],
    follows: ['list.status-with-limit', 'list.default-limit', 'list.never-above-maximum'],
    apply: (base) => {
      const third = everyNth(3);
      return {
        page: (animals, limit, query) => base.page(animals, query.has('limit') && third() ? limit + 1 : limit, query),
      };
    },
  },
  'fails-on-negative-limit': {
    title: 'Returns 500 for a negative limit',
    breaks: ['robust.no-server-error'],
    apply: crash(({ query }) => Number(query.get('limit')) < 0),
  },
  'limit-minus-one': {
    title: 'Returns one animal fewer than the limit',
    breaks: ['list.fills-page'],
    follows: ['list.consistent', 'list.status-filter-complete', 'list.shows-created'],
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, Math.max(1, limit - 1), query) }),
  },
  'default-of-ten': {
    title: 'Returns 10 animals if no limit is sent',
    breaks: ['list.default-limit'],
    follows: ['list.consistent', 'list.status-filter-complete', 'list.shows-created', 'list.fills-page'],
    apply: readInstead('readLimit', (text) => (text === null ? 10 : undefined)),
  },
  'filter-without-default-in-a-small-store': {
    title: 'Returns up to 100 animals for a status without a limit, in a store of 14 animals',
    breaks: ['list.default-limit'],
    needs: { seed: 14 },
    apply: (base) => ({
      page: (animals, limit, query) =>
        base.page(animals, query.has('status') && !query.has('limit') ? 100 : limit, query),
    }),
  },
  'default-of-all': {
    title: 'Returns all animals if no limit is sent',
    breaks: ['list.default-limit', 'list.never-above-maximum'],
    needs: { seed: 150 },
    apply: readInstead('readLimit', (text) => (text === null ? 100_000 : undefined)),
  },
  'limit-one-refused': {
    title: 'Rejects limit=1',
    breaks: ['list.limit-minimum'],
    follows: ['list.ok', 'list.limit-honoured', 'list.status-with-limit'],
    apply: readInstead('readLimit', (text) => (text === '1' ? refuse('limit must be above 1.') : undefined)),
  },
  'limit-hundred-refused': {
    title: 'Rejects limit=100',
    breaks: ['list.limit-maximum'],
    follows: ['list.ok', 'list.status-filter-complete', 'list.shows-created', 'list.fills-page'],
    apply: readInstead('readLimit', (text) => (text === '100' ? refuse('limit must be below 100.') : undefined)),
  },
  'limit-hundred-gives-fifty': {
    title: 'Returns 50 animals for limit=100',
    breaks: ['list.fills-page'],
    needs: { seed: 150 },
    apply: (base) => ({ page: (animals, limit, query) => base.page(animals, Math.min(50, limit), query) }),
  },
  'limit-101-taken': {
    title: 'Accepts limit=101',
    breaks: ['list.never-above-maximum'],
    needs: { seed: 150 },
    apply: readInstead('readLimit', (text) => (text === '101' ? 101 : undefined)),
  },
  'limit-zero-gives-all': {
    title: 'Returns all animals for limit=0',
    breaks: ['list.never-above-maximum'],
    needs: { seed: 150 },
    apply: readInstead('readLimit', (text) => (text === '0' ? 100_000 : undefined)),
  },
});
