import type { Fault } from '../../variant.ts';
import { badByteInName } from './bad-byte-in-name.ts';
import { bodyCut } from './body-cut.ts';
import { byteOrderMark } from './byte-order-mark.ts';
import { categoryWithExponent } from './category-with-exponent.ts';
import { errorStatusWithDecimalPoint } from './error-status-with-decimal-point.ts';
import { guardPrefix } from './guard-prefix.ts';
import { htmlType } from './html-type.ts';
import { idWithDecimalPoint } from './id-with-decimal-point.ts';
import { jsonAsString } from './json-as-string.ts';
import { latin1Bytes } from './latin1-bytes.ts';
import { leadingZeros } from './leading-zeros.ts';
import { nameTwice } from './name-twice.ts';
import { noTypeOn200 } from './no-type-on-200.ts';
import { noTypeOn201 } from './no-type-on-201.ts';
import { noTypeOn400 } from './no-type-on-400.ts';
import { noTypeOn401 } from './no-type-on-401.ts';
import { noTypeOn404 } from './no-type-on-404.ts';
import { notANumber } from './not-a-number.ts';
import { octetStreamOnGet } from './octet-stream-on-get.ts';
import { problemJson } from './problem-json.ts';
import { problemJsonOn404 } from './problem-json-on-404.ts';
import { rawLineBreak } from './raw-line-break.ts';
import { singleQuotes } from './single-quotes.ts';
import { statusOfErrorTwice } from './status-of-error-twice.ts';
import { textJson } from './text-json.ts';
import { textPlain } from './text-plain.ts';
import { trailingComma } from './trailing-comma.ts';
import { twoValues } from './two-values.ts';
import { utf16Bytes } from './utf-16-bytes.ts';
import { vendorJson } from './vendor-json.ts';

export const mediaFaults: readonly Fault[] = [
  textPlain,
  textJson,
  htmlType,
  octetStreamOnGet,
  problemJson,
  problemJsonOn404,
  vendorJson,
  noTypeOn200,
  noTypeOn201,
  noTypeOn400,
  noTypeOn401,
  noTypeOn404,
  byteOrderMark,
  nameTwice,
  statusOfErrorTwice,
  idWithDecimalPoint,
  categoryWithExponent,
  errorStatusWithDecimalPoint,
  trailingComma,
  singleQuotes,
  notANumber,
  leadingZeros,
  bodyCut,
  guardPrefix,
  twoValues,
  rawLineBreak,
  latin1Bytes,
  utf16Bytes,
  badByteInName,
  jsonAsString,
];
