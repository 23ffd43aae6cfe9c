import { object } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const errorWithMoreFields: LegalVariant = {
  id: 'error-with-more-fields',
  title: 'Adds fields to an Error',
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      object(...base.encodeProblem(problem, request).members, ['requestId', `req-${request.serial}`], ['details', []]),
  }),
};
