import type { KeyLabel } from './exchange.ts';

/** What the run was asked to do: everything that a verdict depends on besides the exchanges, so that it can be judged again. */
export interface Settings {
  readonly plan: string;
  readonly key: KeyLabel;
  /** Whether the key holds letters: without them, flipping its letter case gives the key itself. */
  readonly keyHasLetters: boolean;
  /** Requests per minute and per day of the plan. */
  readonly perMinute: number;
  readonly perDay: number;
  /** Numbers of the other plans, to recognise a key of another plan. */
  readonly otherPlans: Readonly<Record<string, { perMinute: number; perDay: number }>>;
  readonly windowSeconds: number;
  readonly readOnly: boolean;
  readonly settleMs: number;
  /** ISO date, e.g. 2026-11-21. */
  readonly today: string;
  /** Category ids that the deployment knows (digits), or null for any. */
  readonly categories: readonly string[] | null;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly maxRequests: number;
  /** Unique to the run, stands in the name of every animal it creates. */
  readonly tag: string;
}

/** One plan whose limit is pushed, with what it promises. */
export interface LimitPlan {
  readonly plan: string;
  readonly key: KeyLabel;
  readonly secondKey?: KeyLabel;
  readonly perMinute: number;
  readonly perDay: number;
  readonly otherPlans: Settings['otherPlans'];
}

/** What the load part of a run was asked to do. */
export interface LimitSettings {
  readonly plans: readonly LimitPlan[];
  /** Refusals after which a burst sends nothing more. */
  readonly refusals: number;
  readonly connections: number;
  /** Whole windows paced at the plan's rate (`--sustain`); 0: not asked for. */
  readonly sustainWindows: number;
  /** Keys set aside for the long experiments: label by plan. */
  readonly daily: Readonly<Record<string, KeyLabel>>;
  readonly ban: Readonly<Record<string, KeyLabel>>;
}

/** What failed in an earlier run, to be judged once more: nothing else is. */
export interface Rerun {
  /** The earlier run. */
  readonly of: string;
  /** With the plan where each plan is judged by itself. */
  readonly failed: readonly { readonly id: string; readonly plan?: string }[];
}

export interface Head {
  readonly v: 1;
  readonly kind: 'head';
  readonly run: string;
  readonly command: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly version: string; readonly sha256: string };
  readonly startedAt: string;
  readonly target: { readonly name: string; readonly baseUrl: string; readonly class: string };
  readonly settings: Settings;
  /** Absent where no limit is pushed. */
  readonly limits?: LimitSettings;
  /** Only of `storecheck rerun`. */
  readonly rerun?: Rerun;
  /** How many requests were planned, at most. */
  readonly planned: number;
}

/** Why a probe was not sent. `read-only` and `unselected` were asked for; `prerequisite` means that evidence is missing. */
export type SkipCause = 'read-only' | 'unselected' | 'unneeded' | 'prerequisite';

export interface Skip {
  readonly v: 1;
  readonly kind: 'skip';
  readonly probe: string;
  readonly cause: SkipCause;
  readonly reason: string;
}

export interface Wait {
  readonly v: 1;
  readonly kind: 'wait';
  readonly at: number;
  readonly until: number;
  readonly reason: string;
}

export type EndReason =
  | 'complete'
  | 'set-up'
  | 'rate-limited'
  | 'unanswered'
  | 'request-budget'
  | 'time-budget'
  | 'interrupted';

export interface End {
  readonly v: 1;
  readonly kind: 'end';
  readonly at: number;
  readonly finishedAt: string;
  readonly reason: EndReason;
}
