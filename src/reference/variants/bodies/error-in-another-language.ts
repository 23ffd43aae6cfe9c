import { withMember } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const errorInAnotherLanguage: LegalVariant = {
  id: 'error-in-another-language',
  title: 'Writes messages in another language',
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      withMember(base.encodeProblem(problem, request), 'message', 'Żądanie odrzucone — 请求被拒绝'),
  }),
};
