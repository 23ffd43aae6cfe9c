import type { LegalVariant } from '../../variant.ts';

export const unknownPathWithoutKey: LegalVariant = {
  id: 'unknown-path-without-key',
  title: 'Answers 404 to an unknown path before it looks at the key',
  apply: (base) => ({
    ...base,
    unauthorized: (request, service) =>
      request.operation === 'unlisted'
        ? service.behaviour.unlisted(request, service)
        : base.unauthorized(request, service),
  }),
};
