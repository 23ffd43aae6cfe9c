import { CONFIRMATION } from '../../src/exchange/confirmation.ts';
import type { Exchange, HeaderLine, RecordedResponse } from '../../src/exchange/records/exchange-record.ts';
import type { End, Settings, Skip } from '../../src/exchange/records/run-record.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { presentsKey } from '../../src/probes/credential.ts';
import { isNotSent, type ProbeRequest } from '../../src/probes/probe.ts';
import { list, withHeaders } from '../../src/probes/probe-request.ts';
import type { RequirementId } from '../../src/spec/requirements/catalogue.ts';
import { judgeTrace } from '../../src/verdicts/judge-run.ts';
import { PROBES } from '../../suites/all-probes.ts';

/** 2026-11-21T12:00:00Z, a whole minute. */
export const START = 1_795_262_400_000;

export const SETTINGS: Settings = {
  plan: 'free',
  key: 'free#1',
  perMinute: 60,
  perDay: 1000,
  windowSeconds: 60,
  readOnly: false,
  settleMs: 2000,
  today: '2026-11-21',
  categories: null,
  only: [],
  skip: [],
  maxRequests: 500,
  tag: 'abc123',
  keyHasLetters: true,
};

/** Header values by name; null removes a default header, a list gives repeated lines. */
export type HeaderChange = Readonly<Record<string, string | number | null | readonly string[]>>;

export interface Draft {
  readonly probe: string;
  readonly status?: number;
  readonly headers?: HeaderChange;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** The request, if it differs from what the suite's probe would send. */
  readonly sent?: Partial<ProbeRequest>;
  /** Milliseconds since START; else 100 ms after the request before. */
  readonly at?: number;
  readonly took?: number;
  readonly phase?: string;
  readonly lost?: string;
  readonly cut?: string;
  readonly encoding?: 'base64';
}

type Change = Omit<Draft, 'probe'>;

/** The response to a probe, by its status and body, or by its differences from the default. */
export const answer = (probe: string, given: number | Change = {}, body?: unknown): Draft =>
  typeof given === 'number' ? { probe, status: given, body } : { probe, ...given };
export const lost = (probe: string, given: Change = {}): Draft => ({ probe, lost: 'ECONNRESET', ...given });
export const again = (draft: Draft): Draft => ({ ...draft, phase: CONFIRMATION });

export const errorBody = (status: number, change: object = {}) => {
  return { code: `E${status}`, message: `refused with ${status}`, status, ...change };
};
const ANIMAL = { categoryId: 1, status: 'available' };
export const pet = (id: number, change: object = {}) => ({ id, name: `animal ${id}`, ...ANIMAL, ...change });
export const pets = (count: number, change: object = {}, from = 1) =>
  Array.from({ length: count }, (_, index) => pet(from + index, change));

export interface RecordedRun {
  readonly settings?: Partial<Settings>;
  readonly exchanges?: readonly Draft[];
  readonly skips?: readonly Omit<Skip, 'v' | 'kind'>[];
  readonly end?: End['reason'] | null;
  readonly baseUrl?: string;
}

/** A recorded run: every exchange has the request of the suite's probe, and conforming defaults for what is not given. */
export function trace({ settings, exchanges = [], skips = [], end = 'complete', baseUrl }: RecordedRun): EndedTrace {
  const head = headOf({ ...SETTINGS, ...settings }, baseUrl);
  const done: Exchange[] = [];
  for (const draft of exchanges) done.push(exchangeOf(draft, done, head.settings));
  return {
    head,
    exchanges: done,
    skips: skips.map((skip) => ({ v: 1, kind: 'skip', ...skip })),
    end: end === null ? null : { v: 1, kind: 'end', at: START, finishedAt: '2026-11-21T12:01:00.000Z', reason: end },
  };
}

export function headOf(settings: Settings, baseUrl = 'http://127.0.0.1:8080/v1'): EndedTrace['head'] {
  return {
    v: 1,
    kind: 'head',
    run: 'run-1',
    command: 'check',
    tool: { name: 'storecheck', version: '0.0.0' },
    spec: { version: '1.0.0', sha256: '0'.repeat(64) },
    startedAt: '2026-11-21T12:00:00.000Z',
    target: { name: 'test', baseUrl, class: 'local' },
    settings,
    planned: 60,
  };
}

function exchangeOf(draft: Draft, before: readonly Exchange[], settings: Settings): Exchange {
  const request = probeRequestOf(draft, before, settings);
  const key = presentsKey(request) ? settings.key : null;
  const last = before.at(-1);
  // A confirmation attempt begins when an outage would be over.
  const pause = draft.phase === CONFIRMATION && last?.phase !== CONFIRMATION ? 3_000 : 100;
  const at = START + (draft.at ?? (last?.sent.at ?? START - 100) - START + pause);
  const received = at + (draft.took ?? 20);
  return {
    v: 1,
    run: 'run-1',
    seq: before.length + 1,
    recorder: 'client',
    probe: draft.probe,
    key,
    operation: request.operation,
    ...(draft.phase === undefined ? {} : { phase: draft.phase }),
    sent: { at, method: request.method, path: request.path, headers: request.headers, body: request.body },
    received:
      draft.lost === undefined
        ? answerOf(draft, received, before, settings)
        : { at: received, failure: { code: draft.lost, message: 'lost' } },
  };
}

function probeRequestOf({ probe, sent = {} }: Draft, exchanges: readonly Exchange[], settings: Settings): ProbeRequest {
  const built = PROBES.find(({ id }) => id === probe)?.build({ head: headOf(settings), exchanges });
  const request = built === undefined || isNotSent(built) ? withHeaders(list(), [['Accept', '']]) : built;
  return { ...request, ...sent, headers: withHeaders(request, sent.headers ?? []).headers };
}

function answerOf(draft: Draft, at: number, before: readonly Exchange[], settings: Settings): RecordedResponse {
  const { status = 200, body, cut, encoding } = draft;
  const counted = before.filter(({ key }) => key !== null).length + 1;
  const defaults: HeaderChange = {
    Date: new Date(at).toUTCString(),
    'Content-Type': 'application/json',
    'X-RateLimit-Limit': settings.perMinute,
    'X-RateLimit-Remaining': Math.max(0, settings.perMinute - counted),
    'X-RateLimit-Reset': START / 1000 + 60,
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
  };
  const shown = body === undefined ? defaultBody(status) : body;
  return {
    at,
    status,
    headers: merged(defaults, draft.headers ?? {}),
    body: shown === null || typeof shown === 'string' ? shown : JSON.stringify(shown),
    ...(encoding === undefined ? {} : { encoding }),
    ...(cut === undefined ? {} : { cut: { code: cut, message: 'the body ended early' } }),
  };
}

const defaultBody = (status: number) => (status >= 400 ? errorBody(status) : []);

function merged(defaults: HeaderChange, change: HeaderChange): HeaderLine[] {
  const changed = new Set(Object.keys(change).map((name) => name.toLowerCase()));
  const kept = Object.entries(defaults).filter(([name]) => !changed.has(name.toLowerCase()));
  return [...kept, ...Object.entries(change)].flatMap(([name, value]): HeaderLine[] => {
    if (value === null) return [];
    return typeof value === 'object' ? value.map((line) => [name, line]) : [[name, String(value)]];
  });
}

/** The verdict on one requirement. */
export function verdictOn(requirement: RequirementId, given: RecordedRun | EndedTrace): Verdict {
  const verdict = judgeTrace('head' in given ? given : trace(given)).find(({ id }) => id === requirement);
  if (verdict === undefined) throw new Error(`a check does not judge ${requirement}`);
  return verdict;
}

/** Codes, messages, expected and actual values of the findings, joined. */
export const said = ({ findings }: Verdict): string =>
  findings
    .map(({ code = '', message, expected, actual }) => `${code}: ${message} | ${expected} | ${actual}`)
    .join('\n');
