import type { LegalVariant } from '../../variant.ts';
import { browserHeaders } from './browser-headers.ts';
import { charsetParameter } from './charset-parameter.ts';
import { chunked } from './chunked.ts';
import { clockAhead } from './clock-ahead.ts';
import { clockBehind } from './clock-behind.ts';
import { clockThreeSecondsAhead } from './clock-three-seconds-ahead.ts';
import { connectionClosed } from './connection-closed.ts';
import { connectionClosedNowAndThen } from './connection-closed-now-and-then.ts';
import { earlyHints } from './early-hints.ts';
import { entityTags } from './entity-tags.ts';
import { gatewayHeaders } from './gateway-headers.ts';
import { headerNamesInLowerCase } from './header-names-in-lower-case.ts';
import { headerNamesInUpperCase } from './header-names-in-upper-case.ts';
import { jitteryAnswers } from './jittery-answers.ts';
import { mediaTypeInMixedCase } from './media-type-in-mixed-case.ts';
import { noDate } from './no-date.ts';
import { oneBadGateway } from './one-bad-gateway.ts';
import { oneBrokenConnection } from './one-broken-connection.ts';
import { setCookieTwice } from './set-cookie-twice.ts';
import { slowAnswers } from './slow-answers.ts';

export const wireVariants: readonly LegalVariant[] = [
  charsetParameter,
  mediaTypeInMixedCase,
  chunked,
  connectionClosed,
  connectionClosedNowAndThen,
  headerNamesInLowerCase,
  headerNamesInUpperCase,
  setCookieTwice,
  gatewayHeaders,
  browserHeaders,
  entityTags,
  earlyHints,
  slowAnswers,
  jitteryAnswers,
  oneBadGateway,
  oneBrokenConnection,
  clockAhead,
  clockBehind,
  clockThreeSecondsAhead,
  noDate,
];
