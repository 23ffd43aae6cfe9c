import type { Fault } from '../../variant.ts';
import { clampsOverflowingCategory } from './clamps-overflowing-category.ts';
import { dropsUnknownStatus } from './drops-unknown-status.ts';
import { emptyBodyIs411 } from './empty-body-is-411.ts';
import { invalidIs422 } from './invalid-is-422.ts';
import { keepsUnknownStatus } from './keeps-unknown-status.ts';
import { malformedJsonIs415 } from './malformed-json-is-415.ts';
import { missingFieldIs422 } from './missing-field-is-422.ts';
import { nullNameIsAnotherError } from './null-name-is-another-error.ts';
import { overflowIs422 } from './overflow-is-422.ts';
import { refusedPayloadStored } from './refused-payload-stored.ts';
import { refusedStatusStored } from './refused-status-stored.ts';
import { takesArrayAsName } from './takes-array-as-name.ts';
import { takesArrayBody } from './takes-array-body.ts';
import { takesBooleanAsCategory } from './takes-boolean-as-category.ts';
import { takesBooleanAsName } from './takes-boolean-as-name.ts';
import { takesEmptyBody } from './takes-empty-body.ts';
import { takesFractionAsCategory } from './takes-fraction-as-category.ts';
import { takesMalformedJson } from './takes-malformed-json.ts';
import { takesMiscasedStatus } from './takes-miscased-status.ts';
import { takesMissingCategory } from './takes-missing-category.ts';
import { takesMissingName } from './takes-missing-name.ts';
import { takesNullCategory } from './takes-null-category.ts';
import { takesNullName } from './takes-null-name.ts';
import { takesNullStatus } from './takes-null-status.ts';
import { takesNumberAsName } from './takes-number-as-name.ts';
import { takesNumberAsStatus } from './takes-number-as-status.ts';
import { takesOverflowingCategory } from './takes-overflowing-category.ts';
import { takesScalarBody } from './takes-scalar-body.ts';
import { takesStringAsCategory } from './takes-string-as-category.ts';
import { takesTrailingText } from './takes-trailing-text.ts';
import { unknownStatusIs409 } from './unknown-status-is-409.ts';

export const refusalsFaults: readonly Fault[] = [
  takesMissingName,
  takesNullName,
  takesNumberAsName,
  takesBooleanAsName,
  takesArrayAsName,
  takesMissingCategory,
  takesNullCategory,
  takesStringAsCategory,
  takesFractionAsCategory,
  takesBooleanAsCategory,
  takesOverflowingCategory,
  clampsOverflowingCategory,
  dropsUnknownStatus,
  keepsUnknownStatus,
  takesNullStatus,
  takesNumberAsStatus,
  takesMiscasedStatus,
  takesArrayBody,
  takesScalarBody,
  takesEmptyBody,
  takesMalformedJson,
  takesTrailingText,
  invalidIs422,
  missingFieldIs422,
  overflowIs422,
  unknownStatusIs409,
  malformedJsonIs415,
  emptyBodyIs411,
  nullNameIsAnotherError,
  refusedPayloadStored,
  refusedStatusStored,
];
