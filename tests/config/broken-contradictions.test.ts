import { describe, expect, it } from 'vitest';
import { type BrokenRow, golden, problemsOf, target, waiver } from './files.ts';

const BROKEN: readonly BrokenRow[] = [
  ['local for a host that is not', "targets: { s: { baseUrl: 'https://a.example/v1', class: local } }\n"],
  [
    'a client certificate without TLS',
    "targets: { s: { baseUrl: 'http://a.example/v1', clientCertificate: { cert: a.crt, key: a.key } } }\n",
  ],
  ['certificates to trust without TLS', "targets: { s: { baseUrl: 'http://a.example/v1', ca: ca.pem } }\n"],
  ['a second key without a first', target('secondKeys: { pro: { env: B } }')],
  ['a second key that is the first', target('keys: { pro: { env: A } }', 'secondKeys: { pro: { env: A } }')],
  ['one key for two plans', target('keys: { free: { file: a.key }, pro: { file: a.key } }')],
  ['one key twice in a list', target('keys: { pro: [{ env: A }, { env: A }] }')],
  ['a key as the name of a variable', target('keys: { pro: { env: sk_live_4f9a2b7c } }')],
  ['a key as a path', target('keys: { pro: { file: 9f86d081884c7d659a2feaa0c55ad015 } }')],
  ['a day shorter than a minute', 'plans: { pro: { perMinute: 400, perDay: 300 } }\n'],
  ["a minute above the document's day", 'plans: { pro: { perMinute: 20000 } }\n'],
  ["a day below the document's minute", 'plans: { pro: { perDay: 100 } }\n'],
  ['a contract whose day is shorter than its minute', target('enterprise: { perMinute: 5000, perDay: 100 }')],
  [
    "a contract's minute above the plan's day",
    "plans: { enterprise: { perDay: 100 } }\ntargets: { s: { baseUrl: 'https://a.example/v1', enterprise: { perMinute: 200 } } }\n",
  ],
  ['more refusals than connections', target('budgets: { refusalsPerKey: 9, connections: 8 }')],
  ['more refusals than the connections by default', target('budgets: { refusalsPerKey: 51 }')],
  ['more refusals than requests', target('budgets: { refusalsPerKey: 8, requestsPerRun: 5 }')],
  ['a day that is none', waiver({ expires: '2027-02-29' })],
  ['a month that is none', waiver({ expires: '2027-13-01' })],
  ['an unknown requirement', waiver({ requirement: 'auth.www-autenticate' })],
  ['a pattern without match', waiver({ requirement: 'nothing.*' })],
  ['a requirement that is only observed', waiver({ requirement: 'list.pagination' })],
  ['an unknown target', waiver({ target: 'stagin' })],
  [
    'an unknown target beside known ones',
    "targets: { staging: { baseUrl: 'https://a.example/v1' } }\nwaivers:\n  - { requirement: list.*, target: stagin, signature: a, reason: b, owner: c, expires: 2027-01-01 }\n",
  ],
  [
    'a waiver twice',
    'waivers:\n  - { requirement: list.*, signature: a, reason: b, owner: c, expires: 2027-01-01 }\n  - { requirement: list.*, signature: a, reason: d, owner: e, expires: 2028-01-01 }\n',
  ],
  ['a mix of less than all', 'capacity: { mix: { list: 0.8, get: 0.1 } }\n'],
  ['p99 below p95', 'capacity: { objectives: { p95: 300ms, p99: 0.2s } }\n'],
  ['p95 below p50', 'capacity: { objectives: { p50: 1s, p95: 300ms } }\n'],
  ['an objective of nothing', 'capacity: { objectives: { p50: 0ms } }\n'],
  [
    "a new plan's day shorter than its minute",
    'capacity: { plans: { gold: { subscribers: 1, activeAtPeak: 1, use: 1, perMinute: 10, perDay: 5 } } }\n',
  ],
  ['keys of an unknown capacity plan', 'capacity: { keys: { fre: { file: a.txt } } }\n'],
];

describe('a configuration that is contradictory', () => {
  it('is rejected with every problem and its place', async () => {
    await expect(problemsOf(BROKEN)).toMatchFileSnapshot(golden('broken-contradictions.txt'));
  });
});
