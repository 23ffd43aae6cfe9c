import type { Fault } from '../../variant.ts';
import { codeBlank } from './code-blank.ts';
import { empty400 } from './empty-400.ts';
import { empty401 } from './empty-401.ts';
import { empty401OnCreate } from './empty-401-on-create.ts';
import { empty401OnGet } from './empty-401-on-get.ts';
import { empty401OnList } from './empty-401-on-list.ts';
import { emptyObjectOn400 } from './empty-object-on-400.ts';
import { errorCodeAsNumber } from './error-code-as-number.ts';
import { errorCodeNull } from './error-code-null.ts';
import { errorInList } from './error-in-list.ts';
import { errorMessageInParts } from './error-message-in-parts.ts';
import { errorNamesInCapitals } from './error-names-in-capitals.ts';
import { errorNested } from './error-nested.ts';
import { errorStatusAsString } from './error-status-as-string.ts';
import { errorWithoutCode } from './error-without-code.ts';
import { errorWithoutMessage } from './error-without-message.ts';
import { errorWithoutStatus } from './error-without-status.ts';
import { javaStackTrace } from './java-stack-trace.ts';
import { jsonStringOn401 } from './json-string-on-401.ts';
import { keyShown } from './key-shown.ts';
import { keyShownOnBadRequest } from './key-shown-on-bad-request.ts';
import { messageBlank } from './message-blank.ts';
import { notFoundMessageBlank } from './not-found-message-blank.ts';
import { pageOn400 } from './page-on-400.ts';
import { pathShown } from './path-shown.ts';
import { sqlShown } from './sql-shown.ts';
import { stackTrace } from './stack-trace.ts';
import { statusMismatchOn400 } from './status-mismatch-on-400.ts';
import { statusMismatchOn401 } from './status-mismatch-on-401.ts';
import { statusMismatchOn404 } from './status-mismatch-on-404.ts';
import { statusZero } from './status-zero.ts';
import { text401 } from './text-401.ts';

export const errorFaults: readonly Fault[] = [
  errorStatusAsString,
  errorWithoutStatus,
  errorWithoutCode,
  errorWithoutMessage,
  errorCodeAsNumber,
  errorCodeNull,
  errorMessageInParts,
  errorNested,
  errorInList,
  errorNamesInCapitals,
  messageBlank,
  codeBlank,
  notFoundMessageBlank,
  statusMismatchOn400,
  statusMismatchOn401,
  statusMismatchOn404,
  statusZero,
  stackTrace,
  javaStackTrace,
  sqlShown,
  pathShown,
  keyShown,
  keyShownOnBadRequest,
  empty401,
  empty400,
  empty401OnList,
  empty401OnCreate,
  empty401OnGet,
  text401,
  pageOn400,
  jsonStringOn401,
  emptyObjectOn400,
];
