import type { CapacityHead, Lag, Sample } from './capacity-record.ts';
import type { Exchange, KeyLabel } from './exchange.ts';
import type { LoadConfig, LoadScript } from './load-config.ts';
import type { Wait } from './run-record.ts';

/** The phases of an experiment, in the field `phase` of its exchanges; the probe's id is `limit.<phase>`. */
export type Phase =
  | 'calibrate'
  | 'second-key'
  | 'burst'
  | 'top-up'
  | 'operations'
  | 'half-window'
  | 'before-reset'
  | 'recovery-retry-after'
  | 'recovery-reset'
  | 'sustain'
  | 'daily'
  | 'ban'
  | 'capacity';

/** First line of a k6 journal: with it the journal can be read without anything else. */
export interface Start {
  readonly v: 1;
  readonly kind: 'start';
  readonly at: number;
  readonly script: LoadScript;
  readonly config: LoadConfig;
  /** Of a step that several instances offer together: which of them (from 1) recorded what follows. */
  readonly instance?: number;
}

export interface K6Wait extends Wait {
  readonly key: KeyLabel;
  readonly phase: Phase;
}

/** A paced request that was not sent, because its VU had been refused before (rule 5 of the document: bans). */
export interface Held {
  readonly v: 1;
  readonly kind: 'held';
  readonly at: number;
  readonly key: KeyLabel;
  readonly instance: string;
  readonly phase: Phase;
}

/**
 * Why an experiment ended before its time. unanswered: no answers. not-admitted: the first request was answered neither 2xx nor 429.
 * exhausted: the key had no quota left, and none came back in a window. refusals: refused too often in the burst. deadline: the
 * burst did not fit into a window.
 */
export type StopReason = 'unanswered' | 'not-admitted' | 'exhausted' | 'refusals' | 'deadline';

export interface PhaseCount {
  readonly planned: number;
  readonly sent: number;
}

export interface SkippedPhase {
  readonly phase: Phase;
  readonly reason: string;
}

/**
 * whole: one VU did all of it. Where several share a burst: prepare (in setup), lead (a share of the burst, and all that follows),
 * share (the other shares). paced: sustain, daily and capacity.
 */
export type Role = 'whole' | 'prepare' | 'lead' | 'share' | 'paced';

/** Closing line of one instance's part. `sent` must equal its exchanges in the journal, or lines are missing. */
export interface Experiment {
  readonly v: 1;
  readonly kind: 'experiment';
  readonly run: string;
  readonly key: KeyLabel;
  readonly secondKey?: KeyLabel;
  readonly plan: string;
  readonly perWindow: number;
  readonly windowSeconds: number;
  readonly instance: string;
  readonly role: Role;
  /** How many shares there are besides the leading one. */
  readonly others?: number;
  readonly startedAt: number;
  readonly at: number;
  readonly planned: number;
  /** Null where no one VU can know (paced): then the exchanges in the journal are counted. */
  readonly sent: number | null;
  readonly phases: Partial<Record<Phase, PhaseCount>>;
  readonly refused: number;
  readonly unanswered: number;
  readonly skipped: readonly SkippedPhase[];
  readonly stopped?: StopReason;
}

export type K6Record = Start | Exchange | K6Wait | Held | Sample | Lag | Experiment;

/** Written by the driver when a k6 process has ended, or could not be started: what its own lines cannot tell. */
export interface LoadEnd {
  readonly v: 1;
  readonly kind: 'load-end';
  readonly at: number;
  readonly script: LoadScript;
  /** E.g. `v2.2.0`; null where k6 was not found. */
  readonly k6: string | null;
  /** Every one of them makes what depends on it inconclusive. */
  readonly problems: readonly { readonly kind: string; readonly message: string }[];
  /** The share of this machine's processors that was busy meanwhile, whoever used them. */
  readonly busy?: number;
}

export type LoadRecord = K6Record | LoadEnd | CapacityHead;
