import type { CapacityJudgement, CapacityPlan, Compared, JudgedStep } from '../capacity/index.ts';
import type { Drift } from '../judge/gate/drift.ts';
import type { FailOn } from '../judge/gate/gate.ts';
import type { Waiver, WaiverProblem } from '../judge/gate/waiver.ts';
import type { VerdictKind } from '../judge/verdict.ts';
import type { ObservedValue } from '../rules/outcome.ts';
import type { Level } from '../spec/requirement.ts';

/** The contract of results.json (schema: schemas/results.schema.json). Every other format is a pure function of it. */
export interface Result {
  readonly schemaVersion: 1;
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly version: string; readonly sha256: string };
  readonly run: {
    readonly id: string;
    readonly command: string;
    readonly startedAt: string;
    readonly finishedAt: string | null;
    readonly end: string;
    /** Version of the k6 that pushed the limits. */
    readonly k6?: string;
  };
  readonly target: ResultTarget;
  readonly settings: {
    readonly plan: string;
    readonly windowSeconds: number;
    readonly readOnly: boolean;
    readonly today: string;
    readonly partial: boolean;
    /** What fails the run; a must always does. */
    readonly failOn?: readonly FailOn[];
  };
  readonly requirements: readonly RequirementResult[];
  /** Each pushed limit in numbers, by plan. */
  readonly limits: Readonly<Record<string, PlanLimits>>;
  readonly requests: {
    readonly planned: number;
    readonly sent: number;
    readonly byStatus: Readonly<Record<string, number>>;
    readonly byPlan: Readonly<Record<string, number>>;
    readonly unplanned429: number;
  };
  readonly setUp?: { readonly code: string; readonly message: string; readonly fix: string };
  readonly residue: readonly Residue[];
  /** Only of `storecheck rerun`. */
  readonly rerun?: RerunResult;
  readonly warnings: readonly string[];
  /** Waivers that must be mended or removed: each fails the run. Only where waivers were given. */
  readonly waiverProblems?: readonly WaiverProblem[];
  /** Open behaviours that are not what was pinned. Only where some were pinned for this target. */
  readonly drift?: readonly Drift[];
  /** The file that pins open behaviours, where the configuration names one. */
  readonly observations?: string;
  /** Of `storecheck capacity` alone. */
  readonly capacity?: CapacityNumbers;
}

/** A capacity run in numbers: what was projected, and what each step came to. */
export interface CapacityNumbers extends CapacityJudgement, Omit<CapacityPlan, 'steps' | 'earlier'> {
  /** Those that were sent; the last of them may have ended the experiment. */
  readonly steps: readonly JudgedStep[];
  /** The levels that it ended before. */
  readonly notOffered: readonly number[];
  /** Animals that were created, and stay. */
  readonly created: number;
  /** Only with `--compare`. */
  readonly comparison?: Comparison;
}

/** What changed since an earlier run, step by step where both offered the same rate. */
export interface Comparison {
  /** The earlier run. */
  readonly run: string;
  readonly startedAt: string;
  readonly changes: readonly Compared[];
}

/** What became of what had failed, by name (with the plan of a limit). */
export interface RerunResult {
  /** The earlier run. */
  readonly of: string;
  readonly nowPassing: readonly string[];
  readonly stillFailing: readonly string[];
  /** Could not be proven this time. */
  readonly unproven: readonly string[];
}

export type Outcome = 'passed' | 'failed' | 'incomplete' | 'error';

export interface ResultTarget {
  readonly name: string;
  readonly baseUrl: string;
  readonly class: string;
  /** The server's clock less ours, in seconds, as an interval; null where no Date was seen. */
  readonly clockOffset: { readonly from: number; readonly to: number } | null;
}

/** What the experiment with one plan's key came to. Times in milliseconds; more fields than these stand in results.json. */
export interface PlanLimits {
  readonly perWindow: number;
  readonly windowSeconds: number;
  readonly sent: number;
  readonly admitted: number;
  readonly admittedInWindow: number;
  readonly refused: number;
  readonly unanswered: number;
  readonly elapsedMs: number;
  readonly algorithm: { readonly class: string };
  readonly retryAfterSeen: readonly string[];
  /** What X-RateLimit-Limit said. */
  readonly limitsSeen?: readonly number[];
  /** Only of a limit that was pushed twice: the rest are the second look's numbers. */
  readonly firstLook?: Pick<PlanLimits, 'admittedInWindow' | 'sent' | 'refused'>;
}

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly clause: string;
  /** The sentence of the document, word by word. */
  readonly quote: string;
  readonly source?: string;
  readonly plan?: string;
  readonly verdict: VerdictKind;
  readonly reason?: string;
  readonly value?: ObservedValue;
  readonly subjects: number;
  readonly findings: readonly ResultFinding[];
  /** What identifies the fault, run after run; only of what failed. */
  readonly signature?: string;
  /** Somebody answers for this finding until a date. The verdict stays as it is, only the gate opens. */
  readonly waiver?: Waiver;
}

export interface ResultFinding {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Numbers (seq) of exchanges in exchanges.ndjson. */
  readonly exchanges: readonly number[];
  /** Repeats the last of these requests, where one alone shows the breach; the key stands in $STORE_API_KEY. */
  readonly curl?: string;
}

/** An animal that the run created and that stays: the service has no way to delete it. */
export interface Residue {
  readonly id: string | null;
  readonly name: string | null;
  readonly probe: string;
  readonly exchange: number;
}
