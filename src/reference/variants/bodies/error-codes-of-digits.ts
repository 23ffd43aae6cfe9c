import { withMember } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const errorCodesOfDigits: LegalVariant = {
  id: 'error-codes-of-digits',
  title: 'Uses codes of digits, as strings',
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      withMember(base.encodeProblem(problem, request), 'code', `40${problem.status}`),
  }),
};
