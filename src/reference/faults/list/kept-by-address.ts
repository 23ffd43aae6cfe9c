import type { Outcome } from '../../message.ts';
import type { Fault } from '../../variant.ts';

export const keptByAddress: Fault = {
  id: 'kept-by-address',
  title: 'Keeps every list for a minute by its address, and answers that one again',
  breaks: ['list.shows-created'],
  follows: ['list.fills-page'],
  apply: (base) => {
    const kept = new Map<string, { readonly outcome: Outcome; readonly at: number }>();
    return {
      ...base,
      list: (request, service) => {
        const address = String(request.query);
        const known = kept.get(address);
        if (known !== undefined && base.now() < known.at + 60_000) return known.outcome;
        const outcome = base.list(request, service);
        kept.set(address, { outcome, at: base.now() });
        return outcome;
      },
    };
  },
};
