import type { Fault } from '../../variant.ts';
import { availableAddsAnimalsWithoutStatus } from './available-adds-animals-without-status.ts';
import { availableFilterIgnored } from './available-filter-ignored.ts';
import { createdOnlyInFilteredLists } from './created-only-in-filtered-lists.ts';
import { createdOnlyInUnfilteredLists } from './created-only-in-unfiltered-lists.ts';
import { defaultOfAll } from './default-of-all.ts';
import { defaultOfFifty } from './default-of-fifty.ts';
import { defaultOfTen } from './default-of-ten.ts';
import { emptyListIs204 } from './empty-list-is-204.ts';
import { emptyListIsNull } from './empty-list-is-null.ts';
import { emptyWithFilterAndLimit } from './empty-with-filter-and-limit.ts';
import { filterAddsAnimalsWithoutStatus } from './filter-adds-animals-without-status.ts';
import { filterDropsEveryThird } from './filter-drops-every-third.ts';
import { filterDropsNewest } from './filter-drops-newest.ts';
import { filterLostWithLimit } from './filter-lost-with-limit.ts';
import { firstAnimalTwice } from './first-animal-twice.ts';
import { fullPageIs206 } from './full-page-is-206.ts';
import { hidesAnimalsWithoutStatus } from './hides-animals-without-status.ts';
import { invalidLimitGivesAll } from './invalid-limit-gives-all.ts';
import { itemCategoryAsString } from './item-category-as-string.ts';
import { itemIdAsString } from './item-id-as-string.ts';
import { itemIdOverflows } from './item-id-overflows.ts';
import { itemNullStatus } from './item-null-status.ts';
import { itemUnknownStatus } from './item-unknown-status.ts';
import { itemUpperCaseStatus } from './item-upper-case-status.ts';
import { itemWithoutCategory } from './item-without-category.ts';
import { itemWithoutId } from './item-without-id.ts';
import { itemWithoutName } from './item-without-name.ts';
import { itemWithoutStatus } from './item-without-status.ts';
import { keptByAddress } from './kept-by-address.ts';
import { limit101Taken } from './limit-101-taken.ts';
import { limitAboveFiftyRefused } from './limit-above-fifty-refused.ts';
import { limitBeforeFilter } from './limit-before-filter.ts';
import { limitHundredGivesFifty } from './limit-hundred-gives-fifty.ts';
import { limitHundredRefused } from './limit-hundred-refused.ts';
import { limitIgnored } from './limit-ignored.ts';
import { limitLostWithFilter } from './limit-lost-with-filter.ts';
import { limitMinusOne } from './limit-minus-one.ts';
import { limitOneRefused } from './limit-one-refused.ts';
import { limitPlusOne } from './limit-plus-one.ts';
import { limitUpToThousand } from './limit-up-to-thousand.ts';
import { listedCategoryAsDouble } from './listed-category-as-double.ts';
import { listedCategoryAsInt32 } from './listed-category-as-int32.ts';
import { listedIdAsDouble } from './listed-id-as-double.ts';
import { listedNameCut } from './listed-name-cut.ts';
import { listedNameEscaped } from './listed-name-escaped.ts';
import { listedNameInAscii } from './listed-name-in-ascii.ts';
import { listedNameInLowerCase } from './listed-name-in-lower-case.ts';
import { listedNameTrimmed } from './listed-name-trimmed.ts';
import { neverShowsCreated } from './never-shows-created.ts';
import { pendingAddsSold } from './pending-adds-sold.ts';
import { pendingFilterIgnored } from './pending-filter-ignored.ts';
import { pendingListedAsSold } from './pending-listed-as-sold.ts';
import { secondListHasOneMore } from './second-list-has-one-more.ts';
import { sentToASlash } from './sent-to-a-slash.ts';
import { showsCreatedAfterAMinute } from './shows-created-after-a-minute.ts';
import { soldFilterIgnored } from './sold-filter-ignored.ts';
import { statusIgnored } from './status-ignored.ts';
import { thirdListLeaksStatus } from './third-list-leaks-status.ts';
import { wrappedFilteredList } from './wrapped-filtered-list.ts';
import { wrappedList } from './wrapped-list.ts';

export const listFaults: readonly Fault[] = [
  fullPageIs206,
  wrappedList,
  wrappedFilteredList,
  emptyListIs204,
  emptyListIsNull,
  itemWithoutId,
  itemIdAsString,
  itemIdOverflows,
  itemCategoryAsString,
  itemWithoutCategory,
  itemWithoutName,
  itemNullStatus,
  itemUnknownStatus,
  itemUpperCaseStatus,
  itemWithoutStatus,
  thirdListLeaksStatus,
  listedNameTrimmed,
  listedNameEscaped,
  listedNameCut,
  listedNameInAscii,
  listedNameInLowerCase,
  listedCategoryAsDouble,
  listedCategoryAsInt32,
  pendingListedAsSold,
  firstAnimalTwice,
  listedIdAsDouble,
  neverShowsCreated,
  showsCreatedAfterAMinute,
  keptByAddress,
  sentToASlash,
  createdOnlyInFilteredLists,
  createdOnlyInUnfilteredLists,
  hidesAnimalsWithoutStatus,
  statusIgnored,
  availableFilterIgnored,
  pendingFilterIgnored,
  soldFilterIgnored,
  filterLostWithLimit,
  limitLostWithFilter,
  filterDropsEveryThird,
  filterDropsNewest,
  filterAddsAnimalsWithoutStatus,
  availableAddsAnimalsWithoutStatus,
  pendingAddsSold,
  limitIgnored,
  limitPlusOne,
  secondListHasOneMore,
  limitMinusOne,
  defaultOfTen,
  defaultOfFifty,
  defaultOfAll,
  limitOneRefused,
  limitHundredRefused,
  limitAboveFiftyRefused,
  limitHundredGivesFifty,
  limitUpToThousand,
  limit101Taken,
  invalidLimitGivesAll,
  limitBeforeFilter,
  emptyWithFilterAndLimit,
];
