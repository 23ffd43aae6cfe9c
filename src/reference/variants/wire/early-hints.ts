import type { LegalVariant } from '../../variant.ts';

export const earlyHints: LegalVariant = {
  id: 'early-hints',
  title: 'Sends a 103 before every answer',
  apply: (base) => ({
    ...base,
    deliver: (answer, request, wire) =>
      wire.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => base.deliver(answer, request, wire)),
  }),
};
