import type { Fault } from '../../variant.ts';
import { answersPreviousAnimal } from './answers-previous-animal.ts';
import { availableRefused } from './available-refused.ts';
import { categoryAboveDoubleRefused } from './category-above-double-refused.ts';
import { categoryAboveInt32Refused } from './category-above-int32-refused.ts';
import { categoryAsDouble } from './category-as-double.ts';
import { categoryAsInt32 } from './category-as-int32.ts';
import { categoryMaximumRefused } from './category-maximum-refused.ts';
import { createdAlwaysAvailable } from './created-always-available.ts';
import { createdCategoryAsDouble } from './created-category-as-double.ts';
import { createdCategoryAsInt32 } from './created-category-as-int32.ts';
import { createdCategoryAsString } from './created-category-as-string.ts';
import { createdEmptyStatus } from './created-empty-status.ts';
import { createdFourthStatus } from './created-fourth-status.ts';
import { createdIdAsString } from './created-id-as-string.ts';
import { createdIdNull } from './created-id-null.ts';
import { createdInList } from './created-in-list.ts';
import { createdIs200 } from './created-is-200.ts';
import { createdIs202 } from './created-is-202.ts';
import { createdIs204 } from './created-is-204.ts';
import { createdNullStatus } from './created-null-status.ts';
import { createdOnlyId } from './created-only-id.ts';
import { createdWithoutBody } from './created-without-body.ts';
import { createdWithoutCategory } from './created-without-category.ts';
import { createdWithoutId } from './created-without-id.ts';
import { createdWithoutStatus } from './created-without-status.ts';
import { createdWrapped } from './created-wrapped.ts';
import { idGivenTwice } from './id-given-twice.ts';
import { idsStartAgain } from './ids-start-again.ts';
import { keptCategoryAsDouble } from './kept-category-as-double.ts';
import { keptPendingAsAvailable } from './kept-pending-as-available.ts';
import { keptWithoutStatus } from './kept-without-status.ts';
import { nameCutAtTen } from './name-cut-at-ten.ts';
import { nameEmojiAsQuestionMark } from './name-emoji-as-question-mark.ts';
import { nameEscaped } from './name-escaped.ts';
import { nameInCapitals } from './name-in-capitals.ts';
import { nameInLowerCase } from './name-in-lower-case.ts';
import { nameMojibake } from './name-mojibake.ts';
import { nameTrimmed } from './name-trimmed.ts';
import { nameTrimmedBehind } from './name-trimmed-behind.ts';
import { nameWithDoubledQuotes } from './name-with-doubled-quotes.ts';
import { nameWithoutAccents } from './name-without-accents.ts';
import { nameWithoutEmoji } from './name-without-emoji.ts';
import { nameWithoutMarkup } from './name-without-markup.ts';
import { nonAsciiNameRefused } from './non-ascii-name-refused.ts';
import { pendingRefused } from './pending-refused.ts';
import { sameIdAlways } from './same-id-always.ts';
import { soldRefused } from './sold-refused.ts';
import { statusRequired } from './status-required.ts';

export const createFaults: readonly Fault[] = [
  createdIs200,
  createdIs202,
  createdIs204,
  createdWithoutBody,
  createdWrapped,
  createdInList,
  createdOnlyId,
  createdWithoutId,
  createdIdAsString,
  createdIdNull,
  createdCategoryAsString,
  createdWithoutCategory,
  createdWithoutStatus,
  createdAlwaysAvailable,
  createdNullStatus,
  createdEmptyStatus,
  createdFourthStatus,
  answersPreviousAnimal,
  nameInCapitals,
  nameInLowerCase,
  nameTrimmed,
  nameTrimmedBehind,
  nameEscaped,
  nameWithoutMarkup,
  nameWithDoubledQuotes,
  nameMojibake,
  nameWithoutEmoji,
  nameEmojiAsQuestionMark,
  nameWithoutAccents,
  nameCutAtTen,
  nonAsciiNameRefused,
  categoryAsDouble,
  categoryAsInt32,
  categoryAboveDoubleRefused,
  categoryAboveInt32Refused,
  categoryMaximumRefused,
  createdCategoryAsDouble,
  createdCategoryAsInt32,
  keptCategoryAsDouble,
  keptPendingAsAvailable,
  keptWithoutStatus,
  idGivenTwice,
  sameIdAlways,
  idsStartAgain,
  availableRefused,
  pendingRefused,
  soldRefused,
  statusRequired,
];
