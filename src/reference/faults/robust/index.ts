import type { Fault } from '../../variant.ts';
import { answerCutOnFilter } from './answer-cut-on-filter.ts';
import { failsEverySeventhTime } from './fails-every-seventh-time.ts';
import { failsOnArrayBody } from './fails-on-array-body.ts';
import { failsOnBasic } from './fails-on-basic.ts';
import { failsOnEmoji } from './fails-on-emoji.ts';
import { failsOnEmptyBody } from './fails-on-empty-body.ts';
import { failsOnFilterWithLimit } from './fails-on-filter-with-limit.ts';
import { failsOnFractionLimit } from './fails-on-fraction-limit.ts';
import { failsOnLargeCategory } from './fails-on-large-category.ts';
import { failsOnLargeLimit } from './fails-on-large-limit.ts';
import { failsOnLimitAbc } from './fails-on-limit-abc.ts';
import { failsOnLongId } from './fails-on-long-id.ts';
import { failsOnMalformedJson } from './fails-on-malformed-json.ts';
import { failsOnMissingCategory } from './fails-on-missing-category.ts';
import { failsOnNegativeLimit } from './fails-on-negative-limit.ts';
import { failsOnNullName } from './fails-on-null-name.ts';
import { failsOnOverflow } from './fails-on-overflow.ts';
import { failsOnScalarBody } from './fails-on-scalar-body.ts';
import { failsOnUnknownFilter } from './fails-on-unknown-filter.ts';
import { failsOnUnknownParameter } from './fails-on-unknown-parameter.ts';
import { failsOnUnknownStatus } from './fails-on-unknown-status.ts';
import { failsOnWordAsId } from './fails-on-word-as-id.ts';
import { failsWithoutKey } from './fails-without-key.ts';
import { resetsOnEmoji } from './resets-on-emoji.ts';
import { resetsOnMalformedJson } from './resets-on-malformed-json.ts';
import { resetsOnWordAsId } from './resets-on-word-as-id.ts';
import { resetsWithoutKey } from './resets-without-key.ts';
import { silentOnEmptyBody } from './silent-on-empty-body.ts';
import { silentOnLargeLimit } from './silent-on-large-limit.ts';
import { unavailableOnFilter } from './unavailable-on-filter.ts';

export const robustFaults: readonly Fault[] = [
  failsOnEmoji,
  failsOnLargeCategory,
  failsOnOverflow,
  failsOnScalarBody,
  failsOnArrayBody,
  failsOnMalformedJson,
  failsOnEmptyBody,
  failsOnNullName,
  failsOnMissingCategory,
  failsOnUnknownStatus,
  failsOnLimitAbc,
  failsOnNegativeLimit,
  failsOnFractionLimit,
  failsOnLargeLimit,
  failsOnUnknownFilter,
  failsOnUnknownParameter,
  failsOnFilterWithLimit,
  failsOnWordAsId,
  failsOnLongId,
  failsWithoutKey,
  failsOnBasic,
  failsEverySeventhTime,
  unavailableOnFilter,
  resetsOnEmoji,
  resetsOnMalformedJson,
  resetsOnWordAsId,
  resetsWithoutKey,
  silentOnLargeLimit,
  silentOnEmptyBody,
  answerCutOnFilter,
];
