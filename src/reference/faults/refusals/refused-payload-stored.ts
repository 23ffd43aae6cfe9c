import { isObject, member } from '../../json/value.ts';
import type { Fault } from '../../variant.ts';

export const refusedPayloadStored: Fault = {
  id: 'refused-payload-stored',
  title: 'Stores an animal before it refuses its payload',
  breaks: ['create.rejected-not-stored'],
  apply: (base) => ({
    ...base,
    create: (request, service) => {
      const outcome = base.create(request, service);
      const body = base.readBody(request);
      const name = body.ok && isObject(body.value) ? member(body.value, 'name') : undefined;
      if (outcome.status === 400 && typeof name === 'string') {
        const { store, behaviour } = service;
        store.add({ id: behaviour.nextId(store), name, categoryId: 0n, status: null, createdAt: behaviour.now() });
      }
      return outcome;
    },
  }),
};
