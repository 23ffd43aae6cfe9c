import { createRandom } from '../../random.ts';
import type { LegalVariant } from '../../variant.ts';

export const jitteryAnswers: LegalVariant = {
  id: 'jittery-answers',
  title: 'Takes 0 to 400 ms for an answer',
  apply: (base) => {
    const random = createRandom(3);
    return {
      ...base,
      deliver: (answer, request, wire) => {
        base.later(400 * random(), () => base.deliver(answer, request, wire));
      },
    };
  },
};
