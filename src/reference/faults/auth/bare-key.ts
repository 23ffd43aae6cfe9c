import type { Fault } from '../../variant.ts';

export const bareKey: Fault = {
  id: 'bare-key',
  title: 'Takes the key without a scheme word',
  breaks: ['auth.bearer-only'],
  apply: (base) => ({
    ...base,
    credential: ({ headers }) => /^(?:Bearer +)?(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null,
  }),
};
