import { always, reshapeAnswer } from '../../reshape.ts';
import type { LegalVariant } from '../../variant.ts';

export const setCookieTwice: LegalVariant = {
  id: 'set-cookie-twice',
  title: 'Sets two cookies',
  apply: (base) =>
    reshapeAnswer(base, always, (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Set-Cookie', 'lb=a1; Path=/'], ['Set-Cookie', 'sid=9f; Path=/; HttpOnly']],
    })),
};
