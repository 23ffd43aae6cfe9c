import type { Fault } from '../../variant.ts';

export const neverShowsCreated: Fault = {
  id: 'never-shows-created',
  title: 'Lists what was there when it started',
  breaks: ['list.shows-created'],
  follows: ['list.status-filter-complete', 'list.fills-page', 'list.agrees-with-created', 'list.default-limit'],
  apply: (base) => ({
    ...base,
    list: (request, service) =>
      base.list(request, {
        ...service,
        store: {
          ...service.store,
          all: () => service.store.all().filter(({ createdAt }) => createdAt < service.behaviour.now() - 3_600_000),
        },
      }),
  }),
};
