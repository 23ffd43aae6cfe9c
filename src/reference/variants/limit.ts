import type { LegalVariant } from '../variant.ts';
import { exhaustionVariants, limitsVariants } from './limits/index.ts';
import { chunked } from './wire/chunked.ts';
import { clockAhead } from './wire/clock-ahead.ts';
import { clockBehind } from './wire/clock-behind.ts';
import { clockThreeSecondsAhead } from './wire/clock-three-seconds-ahead.ts';
import { connectionClosed } from './wire/connection-closed.ts';
import { gatewayHeaders } from './wire/gateway-headers.ts';
import { headerNamesInLowerCase } from './wire/header-names-in-lower-case.ts';
import { jitteryAnswers } from './wire/jittery-answers.ts';
import { noDate } from './wire/no-date.ts';
import { oneBadGateway } from './wire/one-bad-gateway.ts';
import { oneBrokenConnection } from './wire/one-broken-connection.ts';
import { slowAnswers } from './wire/slow-answers.ts';

/** Every legal variant that the limit experiment may stumble over. */
export const limitVariants: readonly LegalVariant[] = [
  ...exhaustionVariants,
  ...limitsVariants,
  slowAnswers,
  jitteryAnswers,
  clockAhead,
  clockBehind,
  clockThreeSecondsAhead,
  noDate,
  connectionClosed,
  oneBrokenConnection,
  oneBadGateway,
  gatewayHeaders,
  headerNamesInLowerCase,
  chunked,
];
