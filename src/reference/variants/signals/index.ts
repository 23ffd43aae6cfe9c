import type { LegalVariant } from '../../variant.ts';
import { challengeWithError } from './challenge-with-error.ts';
import { deprecationAhead } from './deprecation-ahead.ts';
import { deprecationOnly } from './deprecation-only.ts';
import { deprecationWithParameter } from './deprecation-with-parameter.ts';
import { linksOfDeprecation } from './links-of-deprecation.ts';
import { nextPageLink } from './next-page-link.ts';
import { sunsetAtEndOfDay } from './sunset-at-end-of-day.ts';
import { sunsetOnly } from './sunset-only.ts';
import { totalCount } from './total-count.ts';
import { unknownPathOfGateway } from './unknown-path-of-gateway.ts';
import { unknownPathWithoutKey } from './unknown-path-without-key.ts';

export const signalsVariants: readonly LegalVariant[] = [
  sunsetAtEndOfDay,
  sunsetOnly,
  deprecationOnly,
  deprecationWithParameter,
  deprecationAhead,
  linksOfDeprecation,
  challengeWithError,
  unknownPathWithoutKey,
  unknownPathOfGateway,
  nextPageLink,
  totalCount,
];
