import type { Expected } from '../../result/build.ts';
import type { Question } from '../console/confirm.ts';
import type { Bounds } from '../options/bounds.ts';
import type { LoadCall } from '../options/read-limits.ts';
import type { Call } from '../options/read-request.ts';
import type { Granted } from './run-budget.ts';

/** What a command asks for: the conformance part, the load part, or both. */
export interface Work {
  readonly call: Call;
  readonly conformance: boolean;
  readonly load?: LoadCall;
  /** What the configuration expects of the target, and grants to the run and its keys. */
  readonly expected?: Expected;
  readonly granted?: Granted | undefined;
  readonly bounds: Bounds;
  /** To be confirmed at the terminal. */
  readonly question?: Question | undefined;
}
