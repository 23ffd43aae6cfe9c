import type { Fault } from '../../variant.ts';

export const anyScheme: Fault = {
  id: 'any-scheme',
  title: 'Takes the key under any scheme word but Basic',
  breaks: ['auth.bearer-only'],
  apply: (base) => ({
    ...base,
    credential: ({ headers }) => /^(?!Basic)\S+ +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
  }),
};
