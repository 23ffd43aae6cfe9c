import type { Failure, KeyLabel } from '../../../src/exchange/exchange.ts';
import type { Request } from './request.ts';

/** The response to a request, as the network library returned it. */
export interface Delivery {
  /** 0: no response, see `failure`. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds from the call until the connection: before that, nothing can have reached the server. */
  readonly blocked: number;
  readonly failure: Failure | null;
}

/** Sends a request with the key of that label. Never rejects. */
export type Deliver = (request: Request, key: KeyLabel) => Promise<Delivery>;
