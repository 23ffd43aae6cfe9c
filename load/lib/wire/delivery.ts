import type { Failure, KeyLabel } from '../../../src/exchange/exchange.ts';
import type { Request } from './request.ts';

/** What came back for a request, as the network library told it. */
export interface Delivery {
  /** 0: no answer, see `failure`. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds from the call until a connection was there: before that, nothing can have reached the server. */
  readonly blocked: number;
  readonly failure: Failure | null;
}

/** Sends a request with the key of that label. Never rejects. */
export type Deliver = (request: Request, key: KeyLabel) => Promise<Delivery>;
