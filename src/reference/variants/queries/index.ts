import type { LegalVariant } from '../../variant.ts';
import { byName } from './by-name.ts';
import { filterInAnyCase } from './filter-in-any-case.ts';
import { invalidIdRefused } from './invalid-id-refused.ts';
import { invalidIdRefusedWith422 } from './invalid-id-refused-with-422.ts';
import { limitClamped } from './limit-clamped.ts';
import { limitDefaultUsed } from './limit-default-used.ts';
import { limitReadLoosely } from './limit-read-loosely.ts';
import { limitRefusedWith422 } from './limit-refused-with-422.ts';
import { limitZeroGivesNothing } from './limit-zero-gives-nothing.ts';
import { oldestFirst } from './oldest-first.ts';
import { pagesOfFifty } from './pages-of-fifty.ts';
import { randomOrder } from './random-order.ts';
import { unknownFilterGivesNothing } from './unknown-filter-gives-nothing.ts';
import { unknownFilterIgnored } from './unknown-filter-ignored.ts';
import { unknownFilterRefusedWith422 } from './unknown-filter-refused-with-422.ts';
import { unknownParameterRefused } from './unknown-parameter-refused.ts';

export const queriesVariants: readonly LegalVariant[] = [
  limitClamped,
  limitDefaultUsed,
  limitRefusedWith422,
  limitZeroGivesNothing,
  limitReadLoosely,
  unknownFilterIgnored,
  unknownFilterGivesNothing,
  unknownFilterRefusedWith422,
  filterInAnyCase,
  unknownParameterRefused,
  invalidIdRefused,
  invalidIdRefusedWith422,
  oldestFirst,
  pagesOfFifty,
  byName,
  randomOrder,
];
