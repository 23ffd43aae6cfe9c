import * as Type from 'typebox';
import { integer, label, number, type Of, text } from './types.ts';

export const KEY_EXPERIMENT = Type.Object({
  /** The plan that the key was bought for, e.g. `free`. */
  plan: text,
  key: label,
  /** A key of another customer: shows whether the counters are independent. */
  secondKey: Type.Optional(label),
  /** N: how many requests the plan admits in a window. */
  perWindow: number,
  /** How many it admits in a day. A response with this X-RateLimit-Limit describes the daily limit. */
  perDay: Type.Optional(number),
  /** W, in seconds. */
  windowSeconds: number,
  /** Only GET is sent: creates are skipped. */
  readOnly: Type.Optional(Type.Boolean()),
  /** A category that the service knows, as digits; 1 if absent. */
  category: Type.Optional(text),
  /** Whether the removal date of GET /pets/{petId} has passed. The operation is then not sent before the burst. */
  getRemoved: Type.Optional(Type.Boolean()),
});

/** What k6 sends with one key. */
export type KeyExperiment = Of<typeof KEY_EXPERIMENT>;

/** The keys of one plan in `load/capacity.ts`: `plan#1` … `plan#<keys>`, of which `key` is the first. */
interface CapacityExperiment extends KeyExperiment {
  readonly keys: number;
  /** Its share of the requests. The shares of all plans have a sum of 1. */
  readonly share: number;
}

/** Shares of the operations, with a sum of 1. */
export const mix = Type.Object({ list: number, get: number, create: number });

export const step = {
  level: number,
  /** Requests per minute: an integer, because k6 accepts no other number. */
  perMinute: number,
  /** How many requests are due; the first `warmUp` of them are not judged. */
  count: integer,
  warmUp: integer,
  /** The number of the first request in the order of keys. The numbers continue from step to step. */
  first: integer,
  /** Requests that can be open at once. */
  vus: integer,
};

export const CAPACITY_STEP = Type.Object({
  ...step,
  mix,
  /** Part of the name of every animal that is created. */
  tag: text,
  /** The category of these animals, as in an experiment. */
  category: Type.Optional(text),
});

/** One step of a capacity run. Each step has its own k6 process. */
export type CapacityStep = Of<typeof CAPACITY_STEP>;

/** The JSON file that storecheck passes to a load script. It has no key values: scripts read these as k6 secrets by their labels. */
export interface LoadConfig<E extends KeyExperiment = KeyExperiment> {
  readonly run: string;
  /** Including `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  readonly experiments: readonly E[];
  readonly timeoutSeconds: number;
}

export interface CapacityConfig extends LoadConfig<CapacityExperiment> {
  readonly step: CapacityStep;
  /** How many instances offer the step together, each with one of k6's execution segments. Default 1. */
  readonly instances?: number | undefined;
}

export const SCRIPT = Type.Enum(['quota', 'sustain', 'daily', 'capacity']);
export type LoadScript = Of<typeof SCRIPT>;
