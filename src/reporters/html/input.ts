import type { Exchange, Wait } from '../../exchange/index.ts';
import type { Summary } from '../../result/summary/summary.ts';

export interface HtmlInput {
  readonly summary: Summary;
  /** Exchanges of the client and of k6, numbered consecutively. Read once and in order, so that a large journal can be streamed. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits?: readonly Wait[];
}
