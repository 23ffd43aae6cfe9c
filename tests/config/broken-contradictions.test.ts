import { describe, expect, it } from 'vitest';
import { type BrokenRow, said, target, waiver } from './files.ts';

const BROKEN: readonly BrokenRow[] = [
  [
    'local for a host that is not',
    "targets: { s: { baseUrl: 'https://a.example/v1', class: local } }\n",
    '1:57 targets.s.class: local is for this machine (127.0.0.1, ::1, localhost), and a.example is another; remove it (without a class it is production), or write staging or production',
  ],
  [
    'a client certificate without TLS',
    "targets: { s: { baseUrl: 'http://a.example/v1', clientCertificate: { cert: a.crt, key: a.key } } }\n",
    '1:49 targets.s.clientCertificate: there is no TLS on http://a.example: write https:// in baseUrl, or remove this',
  ],
  [
    'certificates to trust without TLS',
    "targets: { s: { baseUrl: 'http://a.example/v1', ca: ca.pem } }\n",
    '1:49 targets.s.ca: there is no TLS on http://a.example: write https:// in baseUrl, or remove this',
  ],
  [
    'a second key without a first',
    target('secondKeys: { pro: { env: B } }'),
    '4:19 targets.staging.secondKeys.pro: there is no first key of that plan; add keys.pro',
  ],
  [
    'a second key that is the first',
    target('keys: { pro: { env: A } }', 'secondKeys: { pro: { env: A } }'),
    '5:24 targets.staging.secondKeys.pro: the same source as keys.pro; each plan and each customer has a key of its own',
  ],
  [
    'one key for two plans',
    target('keys: { free: { file: a.key }, pro: { file: a.key } }'),
    '4:41 targets.staging.keys.pro: the same source as keys.free; each plan and each customer has a key of its own',
  ],
  [
    'one key twice in a list',
    target('keys: { pro: [{ env: A }, { env: A }] }'),
    '4:31 targets.staging.keys.pro[1]: the same source as keys.pro[0]; each plan and each customer has a key of its own',
  ],
  [
    'a key as the name of a variable',
    target('keys: { pro: { env: sk_live_4f9a2b7c } }'),
    '4:25 targets.staging.keys.pro.env: this looks like a key (hidden): expected the name of the variable that holds it',
  ],
  [
    'a key as a path',
    target('keys: { pro: { file: 9f86d081884c7d659a2feaa0c55ad015 } }'),
    '4:26 targets.staging.keys.pro.file: this looks like a key (hidden): expected the path of the file that holds it',
  ],
  [
    'a day shorter than a minute',
    'plans: { pro: { perMinute: 400, perDay: 300 } }\n',
    '1:10 plans.pro: 300 a day (perDay) is less than 400 a minute (perMinute)',
  ],
  [
    "a minute above the document's day",
    'plans: { pro: { perMinute: 20000 } }\n',
    '1:10 plans.pro: 10000 a day (perDay) is less than 20000 a minute (perMinute)',
  ],
  [
    "a day below the document's minute",
    'plans: { pro: { perDay: 100 } }\n',
    '1:10 plans.pro: 100 a day (perDay) is less than 300 a minute (perMinute)',
  ],
  [
    'a contract whose day is shorter than its minute',
    target('enterprise: { perMinute: 5000, perDay: 100 }'),
    '4:5 targets.staging.enterprise: 100 a day (perDay) is less than 5000 a minute (perMinute)',
  ],
  [
    "a contract's minute above the plan's day",
    "plans: { enterprise: { perDay: 100 } }\ntargets: { s: { baseUrl: 'https://a.example/v1', enterprise: { perMinute: 200 } } }\n",
    '2:50 targets.s.enterprise: 100 a day (perDay) is less than 200 a minute (perMinute)',
  ],
  [
    'more refusals than connections',
    target('budgets: { refusalsPerKey: 9, connections: 8 }'),
    '4:32 targets.staging.budgets.refusalsPerKey: 9 refusals are more than the 8 connections that can meet them at once; 8 are enough',
  ],
  [
    'more refusals than the connections by default',
    target('budgets: { refusalsPerKey: 51 }'),
    '4:32 targets.staging.budgets.refusalsPerKey: 51 refusals are more than the 50 connections (the default) that can meet them at once; 8 are enough',
  ],
  [
    'more refusals than requests',
    target('budgets: { refusalsPerKey: 8, requestsPerRun: 5 }'),
    '4:51 targets.staging.budgets.requestsPerRun: 5 requests are fewer than 8 refusals (refusalsPerKey)',
  ],
  [
    'a day that is none',
    waiver({ expires: '2027-02-29' }),
    '2:94 waivers[0].expires: "2027-02-29" is not a date of the calendar (YYYY-MM-DD)',
  ],
  [
    'a month that is none',
    waiver({ expires: '2027-13-01' }),
    '2:94 waivers[0].expires: "2027-13-01" is not a date of the calendar (YYYY-MM-DD)',
  ],
  [
    'an unknown requirement',
    waiver({ requirement: 'auth.www-autenticate' }),
    '2:20 waivers[0].requirement: no requirement matches "auth.www-autenticate" (did you mean auth.www-authenticate?); storecheck list shows them',
  ],
  [
    'a pattern without match',
    waiver({ requirement: 'nothing.*' }),
    '2:20 waivers[0].requirement: no requirement matches "nothing.*"; storecheck list shows them',
  ],
  [
    'a requirement that is only observed',
    waiver({ requirement: 'list.pagination' }),
    '2:20 waivers[0].requirement: list.pagination is observed, never judged: there is nothing to waive (a change of it is drift, see observations)',
  ],
  [
    'an unknown target',
    waiver({ target: 'stagin' }),
    '2:114 waivers[0].target: no target "stagin"; there are none under targets',
  ],
  [
    'an unknown target beside known ones',
    "targets: { staging: { baseUrl: 'https://a.example/v1' } }\nwaivers:\n  - { requirement: list.*, target: stagin, signature: a, reason: b, owner: c, expires: 2027-01-01 }\n",
    '3:36 waivers[0].target: no target "stagin" (did you mean staging?)',
  ],
  [
    'a waiver twice',
    'waivers:\n  - { requirement: list.*, signature: a, reason: b, owner: c, expires: 2027-01-01 }\n  - { requirement: list.*, signature: a, reason: d, owner: e, expires: 2028-01-01 }\n',
    '3:5 waivers[1]: the same waiver as the one on line 2; one of them must go',
  ],
  [
    'a mix of less than all',
    'capacity: { mix: { list: 0.8, get: 0.1 } }\n',
    '1:13 capacity.mix: list, get and create are 0.9 in all; they must be 1',
  ],
  [
    'p99 below p95',
    'capacity: { objectives: { p95: 300ms, p99: 0.2s } }\n',
    '1:44 capacity.objectives.p99: 0.2s is less than p95 (300ms), which is a smaller share of the requests',
  ],
  [
    'p95 below p50',
    'capacity: { objectives: { p50: 1s, p95: 300ms } }\n',
    '1:41 capacity.objectives.p95: 300ms is less than p50 (1s), which is a smaller share of the requests',
  ],
  [
    'an objective of nothing',
    'capacity: { objectives: { p50: 0ms } }\n',
    '1:32 capacity.objectives.p50: "0ms" can never be held; it must be above 0',
  ],
  [
    "a new plan's day shorter than its minute",
    'capacity: { plans: { gold: { subscribers: 1, activeAtPeak: 1, use: 1, perMinute: 10, perDay: 5 } } }\n',
    '1:22 capacity.plans.gold: 5 a day (perDay) is less than 10 a minute (perMinute)',
  ],
  [
    'keys of an unknown capacity plan',
    'capacity: { keys: { fre: { file: a.txt } } }\n',
    '1:21 capacity.keys[…]: no such plan (did you mean free?)',
  ],
];

describe('a configuration that is contradictory', () => {
  it.each(BROKEN)('%s', (_what, text, ...problems) => {
    expect(said(text)).toEqual(problems);
  });
});
