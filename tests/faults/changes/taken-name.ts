import type { Behaviour } from '../../../src/reference/behaviour.ts';
import { accept, andThen, refuse } from '../../../src/reference/message.ts';

/** Refuses a payload whose name another animal has. */
export const refuseTakenName =
  (status: number) =>
  (base: Behaviour): Pick<Behaviour, 'create'> => ({
    create: (request, service) => {
      const taken = new Set(service.store.all().map(({ name }) => name));
      const readName: Behaviour['readName'] = (json) =>
        andThen(base.readName(json), (name) =>
          taken.has(name) ? refuse('There is an animal with this name.', status) : accept(name),
        );
      return base.create(request, { ...service, behaviour: { ...service.behaviour, readName } });
    },
  });
