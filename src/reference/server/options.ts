import type { Plan } from '../customers.ts';
import type { Variant } from '../variant.ts';
import type { Capacity } from './capacity.ts';

export interface ReferenceOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Length of the "minute" of the plans; default 60. */
  readonly windowSeconds?: number;
  /** Further keys; they come first in their plan. */
  readonly keys?: Readonly<Record<string, Plan>>;
  /** Number of animals at the start; default 42. */
  readonly seed?: number;
  readonly firstId?: bigint;
  /** Limits of the enterprise keys; default 5,000 a minute and a million a day. */
  readonly enterprise?: { readonly perMinute?: number | undefined; readonly perDay?: number | undefined };
  /** Default: unlimited. */
  readonly capacity?: Capacity;
  /** Faults and legal variants, applied in order. */
  readonly variants?: readonly Variant[];
}

export interface Reference {
  /** `http://127.0.0.1:PORT/v1` */
  readonly baseUrl: string;
  readonly port: number;
  readonly keys: Readonly<Record<Plan, string>>;
  /** Another customer's keys. */
  readonly secondKeys: Readonly<Record<Plan, string>>;
  close(): Promise<void>;
}
