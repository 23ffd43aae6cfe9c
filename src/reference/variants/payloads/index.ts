import type { LegalVariant } from '../../variant.ts';
import { categoriesFixed } from './categories-fixed.ts';
import { clientIdRefused } from './client-id-refused.ts';
import { defaultStatus } from './default-status.ts';
import { defaultStatusPending } from './default-status-pending.ts';
import { emptyNameRefused } from './empty-name-refused.ts';
import { extraFieldRefused } from './extra-field-refused.ts';
import { locationOnCreated } from './location-on-created.ts';
import { otherTypeIs400 } from './other-type-is-400.ts';
import { otherTypeIs415 } from './other-type-is-415.ts';

export const payloadsVariants: readonly LegalVariant[] = [
  defaultStatus,
  defaultStatusPending,
  emptyNameRefused,
  clientIdRefused,
  extraFieldRefused,
  otherTypeIs415,
  otherTypeIs400,
  categoriesFixed,
  locationOnCreated,
];
