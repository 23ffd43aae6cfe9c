import type { HeaderLine } from '../../exchange/records/exchange-record.ts';
import { BROWSER, LIBRARY, OTHER_TAG } from '../../probes/request.ts';

/** Headers that leave a conforming service one response: JSON. */
export const REPRESENTATIONS: readonly (readonly HeaderLine[])[] = [
  [],
  [['Accept', '*/*']],
  [['Accept', '']],
  [['Accept', 'application/*;q=0.8, */*;q=0.1']],
  [['Accept', 'text/html;q=0.1, application/json']],
  [LIBRARY],
  [BROWSER],
  [['If-None-Match', OTHER_TAG]],
  [['Accept-Encoding', 'gzip']],
  [['Accept-Encoding', 'br, gzip;q=0.5']],
  [['Accept-Encoding', 'identity']],
  [['Accept-Language', 'de, ar;q=0.5, *;q=0.1']],
  [['Accept-Language', 'ar-EG, *;q=0.1']],
  [['Cache-Control', 'no-cache']],
  [['Connection', 'close']],
  [['X-Forwarded-For', '203.0.113.7']],
  [['Content-Type', 'application/json']],
  [['X-Requested-With', 'XMLHttpRequest']],
];
