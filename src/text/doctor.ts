import { type Params, type Values, worded } from './template.ts';

/** A result of the preflight check: bad: a run cannot work; warn: it can, but something may be wrong. */
interface DoctorText {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** The advice for every state but `ok`. */
  readonly fix?: string;
}

const ONE_RUN = 'Wait, or use another key.';
const FIX_FOLDER = 'Fix the state folder as described.';
const DAY =
  '{key} in the last 24 hours, from this machine: {requests} of {allowed:count request} and {refusals} of {most:count refusal} used';

const ok = <const Name, const Text>(name: Name, text: Text) => ({ name, state: 'ok', text }) as const;
const warn = <const Name, const Text, const Fix>(name: Name, text: Text, fix: Fix) =>
  ({ name, state: 'warn', text, fix }) as const;
const bad = <const Name, const Text, const Fix>(name: Name, text: Text, fix: Fix) =>
  ({ name, state: 'bad', text, fix }) as const;

/** Every line of `storecheck doctor` by its code. */
export const DOCTOR = {
  // This machine
  node: ok('Node', '{version}'),
  'node-too-old': bad('Node', '{version}', 'storecheck needs Node 20.18.1 or later.'),
  'k6-found': ok('k6', '{version} at {path} ({source})'),
  'k6-not-found': warn(
    'k6',
    'not found ({problems}): check works without k6, limits does not',
    'storecheck doctor --fix builds the pinned version with Go 1.25 or later, or lists other ways to get it.',
  ),
  'proxy-used': ok('proxy', 'uses {proxy}'),
  'no-proxy': ok('proxy', 'No proxy variables set'),
  'proxy-ignored': warn(
    'proxy',
    '{names} is set but ignored: requests go directly to the service',
    'If only the proxy reaches the service, use --proxy URL.',
  ),

  // The target and the network
  target: ok('target', '{url} is {class}; creates animals: {writes}; exhausts limits: {load}'),
  'plain-http': warn('http', 'plain http sends the key unencrypted', 'Use https if possible.'),

  // The first contact
  'service-set-up': bad('service', '{mistake}', '{fix}'),
  'service-not-tried': bad('service', 'it was not tried', 'Run storecheck doctor again.'),
  service: ok('service', 'returned {status} in {took} ms and accepts the {plan} key'),
  plan: ok('plan', '{plan}: X-RateLimit-Limit is {limit}, {remaining} remaining'),
  'plan-differs': warn(
    'plan',
    'X-RateLimit-Limit is {limit}, but {plan} has {perMinute} requests/min and {perDay} per day',
    'Check that the key belongs to this plan. storecheck check judges the header (rate.limit-matches-plan).',
  ),
  window: ok('window', 'resets in {seconds} s, which fits a window of {window} s'),
  'window-differs': warn(
    'window',
    'X-RateLimit-Reset is {reset} and Date is {date}: not within the expected {window} s',
    'If this deployment has another window, use --window SECONDS. Otherwise storecheck check judges it (rate.reset-in-window).',
  ),

  // The keys
  'key-source': ok('key', '{key} from {source}'),
  'key-exhausted': bad(
    'key',
    'the window of the {plan} key is exhausted: the service returned 429',
    'Try again {wait}. Does another client use this key?',
  ),
  'key-day-used-up': bad('key', 'the {plan} key: {problem}', 'Wait until then, or use another key.'),
  'key-refused': bad('key', '{problem}', ONE_RUN),
  'ledger-unreadable': bad('ledger', '{problem}', FIX_FOLDER),
  'lock-unwritable': warn('lock', '{problem}', FIX_FOLDER),
  ledger: ok('ledger', DAY),
  'ledger-exceeded': bad(
    'ledger',
    `${DAY}; storecheck would refuse a check: {objections}`,
    'Wait, use another key, or raise the budgets of this target.',
  ),
} as const satisfies Readonly<Record<string, DoctorText>>;

type DoctorCode = keyof typeof DOCTOR;
type DoctorTexts<Code extends DoctorCode> = (typeof DOCTOR)[Code];
type DoctorParams<Code extends DoctorCode> = Params<
  DoctorTexts<Code>['text'] | Extract<DoctorTexts<Code>, { readonly fix: string }>['fix']
>;

/** A line with the sentences of its code. */
export interface DoctorLine extends DoctorText {
  readonly code: DoctorCode;
  readonly params: Values;
}

export function doctorLine<Code extends DoctorCode>(code: Code, values: DoctorParams<Code>): DoctorLine {
  const { name, state, text, fix }: DoctorText = DOCTOR[code];
  return { code, name, state, ...worded({ text, ...(fix === undefined ? {} : { fix }) }, values) };
}
