import { isObject, member } from '../../json/value.ts';
import { accept } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const refusedStatusStored: Fault = {
  id: 'refused-status-stored',
  title: 'Stores an animal before it refuses its status',
  breaks: ['create.rejected-not-stored'],
  apply: (base) => ({
    ...base,
    create: (request, service) => {
      const body = base.readBody(request);
      const refused = body.ok && isObject(body.value) && !base.readStatus(member(body.value, 'status')).ok;
      const outcome = base.create(request, service);
      if (!refused) return outcome;
      const lenient = { ...service.behaviour, readStatus: () => accept(null) };
      base.create(request, { ...service, behaviour: lenient });
      return outcome;
    },
  }),
};
