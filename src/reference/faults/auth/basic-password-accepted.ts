import type { Fault } from '../../variant.ts';

export const basicPasswordAccepted: Fault = {
  id: 'basic-password-accepted',
  title: 'Takes the key as the password of Basic',
  breaks: ['auth.bearer-only'],
  apply: (base) => ({
    ...base,
    credential: (request) => {
      const encoded = /^Basic +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (encoded === undefined) return base.credential(request);
      return Buffer.from(encoded, 'base64').toString().split(':')[1] ?? null;
    },
  }),
};
