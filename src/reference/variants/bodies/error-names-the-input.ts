import { withMember } from '../../json/value.ts';
import type { LegalVariant } from '../../variant.ts';

export const errorNamesTheInput: LegalVariant = {
  id: 'error-names-the-input',
  title: 'Repeats what was sent in the message',
  apply: (base) => ({
    ...base,
    encodeProblem: (problem, request) =>
      withMember(
        base.encodeProblem(problem, request),
        'message',
        `${problem.message} (${request.method} ${request.path}: ${request.body.subarray(0, 40)})`,
      ),
  }),
};
