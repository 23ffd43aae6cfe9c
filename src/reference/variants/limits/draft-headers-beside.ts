import type { LegalVariant } from '../../variant.ts';

export const draftHeadersBeside: LegalVariant = {
  id: 'draft-headers-beside',
  title: 'Sends the IETF draft fields beside the required ones',
  apply: (base) => ({
    ...base,
    rateHeaders: (values, request) => [
      ...base.rateHeaders(values, request),
      ['RateLimit-Policy', `"minute";q=${values.limit};w=60`],
      [
        'RateLimit',
        `"minute";r=${values.remaining};t=${Math.max(0, Number(values.reset) - Math.floor(base.now() / 1000))}`,
      ],
    ],
  }),
};
