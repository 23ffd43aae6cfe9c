import { tokenBucket } from '../../limiters/token-bucket.ts';
import type { LegalVariant } from '../../variant.ts';

export const windowTokenBucket: LegalVariant = {
  id: 'window-token-bucket',
  title: 'Refills a bucket of tokens',
  apply: (base) => ({ ...base, minuteLimiter: tokenBucket }),
};
