import { bounded, fill, type Params, type Value } from './template.ts';

/** A result of the preflight check: bad: a run cannot work; warn: it can, but something may be wrong. */
interface DoctorText {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** The advice for `bad` and `warn`. */
  readonly fix?: string;
}

const ONE_RUN = 'A key is used by one run at a time: wait, or use another key.';
const VALID = '{protocol}, the certificate is valid for {days:count day}';
const CERTIFICATE = 'Check the certificate, the scheme and the port. For a private CA, use --ca ca.pem.';
const DAY =
  '{key} in the last 24 hours, from this machine: {requests} of {allowed:count request} used ({share}); {refusals} of {most:count refusal} used ({bursts} bursts, each of which stops after {each})';
const CLOCK = "the server's clock differs by {from} s to {to} s from this machine's";

/** Every line of `storecheck doctor` by its code. */
export const DOCTOR = {
  // This machine
  node: { name: 'Node', state: 'ok', text: '{version}' },
  'node-too-old': { name: 'Node', state: 'bad', text: '{version}', fix: 'storecheck needs Node 20.18.1 or later.' },
  'k6-found': { name: 'k6', state: 'ok', text: '{version} at {path} ({source})' },
  'k6-not-found': {
    name: 'k6',
    state: 'warn',
    text: 'not found ({problems}): check works without k6, limits does not',
    fix: 'storecheck k6 install builds the pinned version (needs Go 1.25 or later); storecheck k6 path lists other ways.',
  },
  'proxy-used': { name: 'proxy', state: 'ok', text: 'uses {proxy}' },
  'no-proxy': { name: 'proxy', state: 'ok', text: 'No proxy variables set' },
  'proxy-ignored': {
    name: 'proxy',
    state: 'warn',
    text: '{names} is set but ignored: requests go directly to the service',
    fix: 'If only the proxy reaches the service, use --proxy URL.',
  },

  // The target and the network
  'target-local': {
    name: 'target',
    state: 'ok',
    text: '{url} is local: writes and load are allowed, without a daily budget',
  },
  'target-staging': {
    name: 'target',
    state: 'ok',
    text: '{url} is staging: load is allowed; writes need --allow-writes',
  },
  'target-staging-writes': {
    name: 'target',
    state: 'ok',
    text: '{url} is staging: load is allowed; writes are allowed',
  },
  'target-production': {
    name: 'target',
    state: 'ok',
    text: '{url} is production: read-only and no load; writes and load need {flags}',
  },
  'target-production-by-default': {
    name: 'target',
    state: 'ok',
    text: '{url} is production (the default for unknown hosts): read-only and no load; writes and load need {flags}',
  },
  'plain-http': {
    name: 'http',
    state: 'warn',
    text: 'plain http sends the key unencrypted',
    fix: 'Use https if possible.',
  },
  'host-resolved': { name: 'DNS', state: 'ok', text: '{host} resolves to {addresses}' },
  'host-not-resolved': {
    name: 'DNS',
    state: 'bad',
    text: '{host} does not resolve ({failure})',
    fix: 'Check --base-url, DNS and VPN.',
  },
  certificate: { name: 'TLS', state: 'ok', text: VALID },
  'certificate-expires-soon': {
    name: 'TLS',
    state: 'warn',
    text: VALID,
    fix: 'Renew the certificate before it expires.',
  },
  'tls-timeout': { name: 'TLS', state: 'bad', text: 'no secure connection within {seconds} s', fix: CERTIFICATE },
  'tls-failure': { name: 'TLS', state: 'bad', text: '{failure}', fix: CERTIFICATE },
  'tls-not-spoken': {
    name: 'TLS',
    state: 'bad',
    text: 'port {port} speaks http, not https',
    fix: 'Use http://…, or the https port.',
  },

  // The first contact
  'service-set-up': { name: 'service', state: 'bad', text: '{mistake}', fix: '{fix}' },
  'service-not-tried': {
    name: 'service',
    state: 'bad',
    text: 'it was not tried',
    fix: 'Run storecheck doctor again.',
  },
  service: { name: 'service', state: 'ok', text: 'returned {status} in {took} ms and accepts the {plan} key' },
  plan: { name: 'plan', state: 'ok', text: '{plan}: X-RateLimit-Limit is {limit}, {remaining} remaining' },
  'plan-differs': {
    name: 'plan',
    state: 'warn',
    text: 'X-RateLimit-Limit is {limit}, but {plan} has {perMinute} requests/min and {perDay} per day',
    fix: 'Check that the key belongs to this plan. storecheck check judges the header (rate.limit-matches-plan).',
  },
  window: { name: 'window', state: 'ok', text: 'resets in {seconds} s, which fits a window of {window} s' },
  'window-rounded': {
    name: 'window',
    state: 'ok',
    text: 'resets in {seconds} s, which fits a window of {window} s (Reset is in whole seconds)',
  },
  'window-differs': {
    name: 'window',
    state: 'warn',
    text: 'X-RateLimit-Reset is {reset} and Date is {date}: not within the expected {window} s',
    fix: 'If this deployment has another window, use --window SECONDS. Otherwise storecheck check judges it (rate.reset-in-window).',
  },
  clock: { name: 'clock', state: 'ok', text: CLOCK },
  'clock-differs': {
    name: 'clock',
    state: 'warn',
    text: CLOCK,
    fix: 'One of the two clocks is wrong. Verdicts use the server’s clock.',
  },
  'no-date': {
    name: 'clock',
    state: 'warn',
    text: 'the service sends no Date',
    fix: 'Reset can only be compared with the clock of this machine.',
  },

  // The keys
  'key-not-tried-budget': {
    name: 'key',
    state: 'warn',
    text: 'the {plan} key was not tried: doctor sends at most {most} requests',
    fix: 'Add --plan {plan} to try it.',
  },
  'key-not-tried-first': {
    name: 'key',
    state: 'warn',
    text: 'the {plan} key was not tried: the {first} key must work first',
    fix: 'Add --plan {plan} to try it.',
  },
  'key-not-tried-service': {
    name: 'key',
    state: 'warn',
    text: 'the {plan} key was not tried: the service must work first',
  },
  'key-refused': { name: 'key', state: 'bad', text: '{problem}', fix: ONE_RUN },
  'key-in-use': { name: 'ledger', state: 'bad', text: '{key}: {problem}', fix: ONE_RUN },
  'ledger-unreadable': { name: 'ledger', state: 'bad', text: '{problem}', fix: 'Fix the state folder as described.' },
  ledger: { name: 'ledger', state: 'ok', text: DAY },
  'ledger-exceeded': {
    name: 'ledger',
    state: 'bad',
    text: `${DAY}; storecheck would refuse a check: {objections}`,
    fix: 'Wait, use another key, or raise the budgets of this target.',
  },
} as const satisfies Readonly<Record<string, DoctorText>>;

type DoctorCode = keyof typeof DOCTOR;
type DoctorTexts<Code extends DoctorCode> = (typeof DOCTOR)[Code];
type DoctorParams<Code extends DoctorCode> = Params<
  DoctorTexts<Code>['text'] | Extract<DoctorTexts<Code>, { readonly fix: string }>['fix']
>;

/** A line with the sentences of its code. */
export interface DoctorLine extends DoctorText {
  readonly code: DoctorCode;
  readonly params: Readonly<Record<string, Value>>;
}

export function doctorLine<Code extends DoctorCode>(code: Code, values: DoctorParams<Code>): DoctorLine {
  const params = bounded(values);
  const { name, state, text, fix }: DoctorText = DOCTOR[code];
  return {
    code,
    params,
    name,
    state,
    text: fill(text, params),
    ...(fix === undefined ? {} : { fix: fill(fix, params) }),
  };
}
