import type { Fault } from '../../variant.ts';

export const basicAccepted: Fault = {
  id: 'basic-accepted',
  title: 'Takes the key as user or password of Basic',
  breaks: ['auth.bearer-only'],
  apply: (base) => ({
    ...base,
    credential: (request) => {
      const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (encoded === undefined) return base.credential(request);
      const parts = [encoded, ...Buffer.from(encoded, 'base64').toString().split(':')];
      return parts.find((part) => part.startsWith('ask_')) ?? null;
    },
  }),
};
