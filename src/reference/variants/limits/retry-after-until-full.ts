import { tokenBucket } from '../../limiters/token-bucket.ts';
import { sayWait } from '../../requota.ts';
import type { LegalVariant } from '../../variant.ts';

export const retryAfterUntilFull: LegalVariant = {
  id: 'retry-after-until-full',
  title: 'Refills a bucket, and asks to wait until it is full',
  apply: (base) => sayWait({ ...base, minuteLimiter: tokenBucket }, (waitMs) => String(Math.ceil(waitMs / 1000))),
};
