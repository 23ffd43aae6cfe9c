import type { Exchange, Wait } from '../../exchange/index.ts';
import type { Summary } from '../../result/summary/summary.ts';

export interface HtmlInput {
  readonly summary: Summary;
  /** The client's and k6's, numbered through. Read once and in order, so a journal that does not fit into memory may be streamed. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits?: readonly Wait[];
}
