import type { LegalVariant } from '../../variant.ts';
import { bigStore } from './big-store.ts';
import { busyStore } from './busy-store.ts';
import { emptyStore } from './empty-store.ts';
import { listedAfterAWhile } from './listed-after-a-while.ts';
import { shortWindow } from './short-window.ts';
import { storeOfHundred } from './store-of-hundred.ts';
import { storeOfOne } from './store-of-one.ts';
import { storeOfTwenty } from './store-of-twenty.ts';
import { storeWithLargeIds } from './store-with-large-ids.ts';
import { visibleAfterAWhile } from './visible-after-a-while.ts';

export const storesVariants: readonly LegalVariant[] = [
  bigStore,
  emptyStore,
  storeOfOne,
  storeOfTwenty,
  storeOfHundred,
  storeWithLargeIds,
  shortWindow,
  busyStore,
  visibleAfterAWhile,
  listedAfterAWhile,
];
