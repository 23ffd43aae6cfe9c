import type { Fault } from '../../variant.ts';
import { anyKey } from './any-key.ts';
import { anyScheme } from './any-scheme.ts';
import { bareKey } from './bare-key.ts';
import { basicAccepted } from './basic-accepted.ts';
import { basicPasswordAccepted } from './basic-password-accepted.ts';
import { camelCaseKeyInQuery } from './camel-case-key-in-query.ts';
import { checksPayloadBeforeAuthentication } from './checks-payload-before-authentication.ts';
import { createWithUnknownKey } from './create-with-unknown-key.ts';
import { createWithoutKey } from './create-without-key.ts';
import { emptyToken } from './empty-token.ts';
import { forbiddenForUnauthorized } from './forbidden-for-unauthorized.ts';
import { forbiddenForUnknownKey } from './forbidden-for-unknown-key.ts';
import { getForbiddenForUnknownKey } from './get-forbidden-for-unknown-key.ts';
import { getHiddenWithoutKey } from './get-hidden-without-key.ts';
import { getWithUnknownKey } from './get-with-unknown-key.ts';
import { getWithoutKey } from './get-without-key.ts';
import { keyBeginningSuffices } from './key-beginning-suffices.ts';
import { keyByItsForm } from './key-by-its-form.ts';
import { keyCaseIgnored } from './key-case-ignored.ts';
import { keyCutAtTwenty } from './key-cut-at-twenty.ts';
import { keyInQuery } from './key-in-query.ts';
import { keyWithTail } from './key-with-tail.ts';
import { listWithUnknownKey } from './list-with-unknown-key.ts';
import { listWithoutKey } from './list-without-key.ts';
import { loginPage } from './login-page.ts';
import { looksUpBeforeAuthentication } from './looks-up-before-authentication.ts';
import { malformedCredentials400 } from './malformed-credentials-400.ts';
import { noChallenge } from './no-challenge.ts';
import { noChallengeForUnknownKey } from './no-challenge-for-unknown-key.ts';
import { refusedCallerStored } from './refused-caller-stored.ts';
import { schemeCaseMatters } from './scheme-case-matters.ts';
import { tokenInQuery } from './token-in-query.ts';
import { unknownKeyStored } from './unknown-key-stored.ts';
import { validatesBeforeAuthentication } from './validates-before-authentication.ts';

export const authFaults: readonly Fault[] = [
  listWithoutKey,
  createWithoutKey,
  getWithoutKey,
  listWithUnknownKey,
  createWithUnknownKey,
  getWithUnknownKey,
  anyKey,
  keyByItsForm,
  keyBeginningSuffices,
  keyWithTail,
  keyCaseIgnored,
  keyCutAtTwenty,
  basicAccepted,
  basicPasswordAccepted,
  anyScheme,
  bareKey,
  emptyToken,
  keyInQuery,
  tokenInQuery,
  camelCaseKeyInQuery,
  refusedCallerStored,
  unknownKeyStored,
  noChallenge,
  noChallengeForUnknownKey,
  schemeCaseMatters,
  forbiddenForUnauthorized,
  forbiddenForUnknownKey,
  getForbiddenForUnknownKey,
  malformedCredentials400,
  loginPage,
  getHiddenWithoutKey,
  validatesBeforeAuthentication,
  checksPayloadBeforeAuthentication,
  looksUpBeforeAuthentication,
];
