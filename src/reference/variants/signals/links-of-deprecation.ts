import type { LegalVariant } from '../../variant.ts';

export const linksOfDeprecation: LegalVariant = {
  id: 'links-of-deprecation',
  title: 'Links to the notes on deprecation and removal',
  apply: (base) => ({
    ...base,
    lifecycleHeaders: () => [
      ...base.lifecycleHeaders(),
      [
        'Link',
        '<https://docs.example.com/deprecations>; rel="deprecation"; type="text/html", <https://docs.example.com/removals>; rel="sunset"',
      ],
    ],
  }),
};
