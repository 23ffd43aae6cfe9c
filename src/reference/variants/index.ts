import type { LegalVariant } from '../variant.ts';
import { bodiesVariants } from './bodies/index.ts';
import { idsVariants } from './ids/index.ts';
import { endOfAMinute } from './limits/end-of-a-minute.ts';
import { limitsVariants } from './limits/index.ts';
import { resetBeyondTheWindow } from './limits/reset-beyond-the-window.ts';
import { payloadsVariants } from './payloads/index.ts';
import { queriesVariants } from './queries/index.ts';
import { signalsVariants } from './signals/index.ts';
import { storesVariants } from './stores/index.ts';
import { wireVariants } from './wire/index.ts';

export const legalVariants: readonly LegalVariant[] = [
  ...queriesVariants,
  ...idsVariants,
  ...bodiesVariants,
  ...payloadsVariants,
  ...wireVariants,
  ...signalsVariants,
  ...limitsVariants,
  // Pushing a limit waits for a fresh window, and has window-two-cells for the other.
  endOfAMinute,
  resetBeyondTheWindow,
  ...storesVariants,
];
