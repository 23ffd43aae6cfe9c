import type { LegalVariant } from '../../variant.ts';
import { idsAboveDouble } from './ids-above-double.ts';
import { idsByTime } from './ids-by-time.ts';
import { idsDownFromMaximum } from './ids-down-from-maximum.ts';
import { idsFromZero } from './ids-from-zero.ts';
import { idsNearMaximum } from './ids-near-maximum.ts';
import { idsNegative } from './ids-negative.ts';
import { idsRandom } from './ids-random.ts';
import { idsWithGaps } from './ids-with-gaps.ts';

export const idsVariants: readonly LegalVariant[] = [
  idsRandom,
  idsNegative,
  idsFromZero,
  idsAboveDouble,
  idsNearMaximum,
  idsDownFromMaximum,
  idsWithGaps,
  idsByTime,
];
