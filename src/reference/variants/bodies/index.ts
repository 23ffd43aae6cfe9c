import type { LegalVariant } from '../../variant.ts';
import { animalWithMoreFields } from './animal-with-more-fields.ts';
import { errorCodesOfDigits } from './error-codes-of-digits.ts';
import { errorInAnotherLanguage } from './error-in-another-language.ts';
import { errorNamesTheInput } from './error-names-the-input.ts';
import { errorWithMoreFields } from './error-with-more-fields.ts';
import { gzipAlways } from './gzip-always.ts';
import { gzipOnRequest } from './gzip-on-request.ts';
import { lettersEscaped } from './letters-escaped.ts';
import { lineBreakBehindJson } from './line-break-behind-json.ts';
import { markupEscapedInJson } from './markup-escaped-in-json.ts';
import { membersInAnotherOrder } from './members-in-another-order.ts';
import { prettyPrinted } from './pretty-printed.ts';
import { slashesEscaped } from './slashes-escaped.ts';

export const bodiesVariants: readonly LegalVariant[] = [
  animalWithMoreFields,
  errorWithMoreFields,
  errorInAnotherLanguage,
  errorCodesOfDigits,
  errorNamesTheInput,
  membersInAnotherOrder,
  prettyPrinted,
  lettersEscaped,
  slashesEscaped,
  markupEscapedInJson,
  lineBreakBehindJson,
  gzipAlways,
  gzipOnRequest,
];
