import type { Exchange, Wait } from '../../exchange/index.ts';
import type { Result } from '../../result/result.ts';

export interface HtmlInput {
  readonly result: Result;
  /** The client's and k6's, numbered through. Read once and in order, so a journal that does not fit into memory may be streamed. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits?: readonly Wait[];
}
