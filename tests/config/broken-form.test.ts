import { describe, expect, it } from 'vitest';
import { type BrokenRow, said, target, waiver } from './files.ts';

const BROKEN: readonly BrokenRow[] = [
  ['an unknown key at the top', 'waiver: []\n', '1:1 waiver: unknown key (did you mean waivers?)'],
  [
    'an unknown key, nothing near',
    'zebra: 1\n',
    '1:1 zebra: unknown key; known here: $schema, targets, plans, waivers, observations, capacity, failOn, reporters',
  ],
  ['a key in other letters', 'failon: must\n', '1:1 failon: unknown key (did you mean failOn?)'],
  ['targets as a list', 'targets: [staging]\n', '1:10 targets: a list is not a mapping from target names to targets'],
  [
    'targets without anything',
    'targets:\n',
    '1:1 targets: missing value: expected a mapping from target names to targets',
  ],
  [
    'a target without anything',
    'targets: { staging: }\n',
    '1:12 targets.staging: missing value: expected a target: a mapping of baseUrl, keys and what else is known about it',
  ],
  [
    'a target without its base URL',
    'targets:\n  staging:\n    class: staging\n',
    '2:3 targets.staging: baseUrl is missing, e.g. baseUrl: https://staging.example.com/v1',
  ],
  [
    'a target of a strange name',
    'targets: { "a b": { baseUrl: https://a.example/v1 } }\n',
    '1:12 targets["a b"]: this is not a name of letters, digits, dots, _ and - (at most 64, a letter or digit first)',
  ],
  [
    'a target called __proto__',
    'targets: { __proto__: { baseUrl: https://a.example/v1 } }\n',
    '1:12 targets.__proto__: this is not a name of letters, digits, dots, _ and - (at most 64, a letter or digit first)',
  ],
  [
    'an unknown key of a target',
    target('baseURL: https://a.example/v1'),
    '4:5 targets.staging.baseURL: unknown key (did you mean baseUrl?)',
  ],
  [
    'a class with a typing error',
    target('class: stagign'),
    '4:12 targets.staging.class: "stagign" is not one of local, staging, production (did you mean staging?)',
  ],
  [
    'a class that is no text',
    target('class: 1'),
    '4:12 targets.staging.class: 1 is not one of local, staging, production',
  ],
  [
    'a base URL without scheme',
    'targets: { s: { baseUrl: staging.example.com/v1 } }\n',
    '1:26 targets.s.baseUrl: "staging.example.com/v1" is not a base URL with the path prefix and nothing behind it: https://staging.example.com/v1; it has no scheme: https://… (or http://… for a local one)',
  ],
  [
    'a base URL of another scheme',
    'targets: { s: { baseUrl: "ftp://a.example/v1" } }\n',
    '1:26 targets.s.baseUrl: "ftp://a.example/v1" is not a base URL with the path prefix and nothing behind it: https://staging.example.com/v1; the scheme is https or http, in small letters',
  ],
  [
    'a base URL with credentials',
    'targets: { s: { baseUrl: "https://jo:secret@a.example/v1" } }\n',
    '1:26 targets.s.baseUrl: this value (hidden: it may hold a secret) is not a base URL with the path prefix and nothing behind it: https://staging.example.com/v1; remove the credentials',
  ],
  [
    'a base URL with a query',
    'targets: { s: { baseUrl: "https://a.example/v1?key=secret" } }\n',
    '1:26 targets.s.baseUrl: this value (hidden: it may hold a secret) is not a base URL with the path prefix and nothing behind it: https://staging.example.com/v1; remove the query or fragment',
  ],
  [
    'a base URL with a port that cannot be',
    'targets: { s: { baseUrl: "https://a.example:99999/v1" } }\n',
    '1:26 targets.s.baseUrl: invalid host or port in this URL; e.g. https://staging.example.com/v1',
  ],
  [
    'a base URL with blanks',
    'targets: { s: { baseUrl: "https://a example/v1" } }\n',
    '1:26 targets.s.baseUrl: "https://a example/v1" is not a base URL with the path prefix and nothing behind it: https://staging.example.com/v1',
  ],
  [
    'a key itself',
    target('keys: { pro: sk_live_4f9a2b7c }'),
    '4:18 targets.staging.keys.pro: this value (hidden: it may be a key) is not the source of a key, { env: NAME } or { file: PATH }',
  ],
  [
    'keys themselves in a list',
    target('keys: { pro: [hunter22] }'),
    '4:19 targets.staging.keys.pro[0]: this value (hidden: it may be a key) is not the source of a key, { env: NAME } or { file: PATH }',
  ],
  [
    'a key as a plan',
    target('keys: { sk_live_4f9a2b7c: }'),
    '4:13 targets.staging.keys[…]: unknown key; known here: free, pro, business, enterprise',
  ],
  [
    'keys without plans',
    target('keys: { env: STORE_KEY }'),
    '4:13 targets.staging.keys.env: unknown key; known here: free, pro, business, enterprise',
  ],
  [
    'keys as a list',
    target('keys: [{ env: STORE_KEY }]'),
    '4:11 targets.staging.keys: a list is not a mapping from plans to key sources',
  ],
  [
    'a plan with a typing error',
    target('keys: { fre: { env: STORE_KEY } }'),
    '4:13 targets.staging.keys[…]: unknown key (did you mean free?)',
  ],
  [
    'a variable with $',
    target('keys: { pro: { env: $STORE_KEY } }'),
    "4:25 targets.staging.keys.pro.env: this value (hidden: it may be a key) is not a variable's name (letters, digits, _; no $); leave out the $",
  ],
  [
    'an empty variable',
    target('keys: { pro: { env: "" } }'),
    "4:25 targets.staging.keys.pro.env: this value (hidden: it may be a key) is not a variable's name (letters, digits, _; no $)",
  ],
  [
    'no source',
    target('keys: { pro: {} }'),
    '4:18 targets.staging.keys.pro: empty mapping: expected the source of a key, { env: NAME } or { file: PATH }',
  ],
  [
    'no sources',
    target('keys: { pro: [] }'),
    '4:18 targets.staging.keys.pro: empty list: expected a list of key sources, { env: NAME } or { file: PATH }',
  ],
  [
    'two sources in one',
    target('keys: { pro: { env: A, file: B } }'),
    '4:18 targets.staging.keys.pro: env and file together: expected the source of a key, { env: NAME } or { file: PATH }',
  ],
  [
    'another kind of source',
    target('keys: { pro: { value: hunter22 } }'),
    '4:20 targets.staging.keys.pro[…]: unknown key; known here: env, file',
  ],
  [
    'a file in the home folder',
    target('keys: { pro: { file: ~/pro.key } }'),
    "4:26 targets.staging.keys.pro.file: this value (hidden: it may be a key) is not a file's path, relative to this file's folder (~ is not expanded)",
  ],
  [
    'several second keys',
    target('keys: { pro: { env: A } }', 'secondKeys: { pro: [{ env: B }] }'),
    '5:24 targets.staging.secondKeys.pro: a list is not the source of a key, { env: NAME } or { file: PATH }',
  ],
  [
    'yes for true',
    target('allow: { writes: yes }'),
    '4:22 targets.staging.allow.writes: "yes" is not true or false; write true',
  ],
  ['allow as a switch', target('allow: true'), '4:12 targets.staging.allow: true is not a mapping of writes and load'],
  [
    'a permission that is none',
    target('allow: { delete: true }'),
    '4:14 targets.staging.allow.delete: unknown key; known here: writes, load',
  ],
  [
    'a count in words',
    target('budgets: { requestsPerRun: many }'),
    '4:32 targets.staging.budgets.requestsPerRun: "many" is not a whole number from 1 to 1000000000',
  ],
  [
    'a count with separators',
    target('budgets: { requestsPerRun: 2_000 }'),
    '4:32 targets.staging.budgets.requestsPerRun: "2_000" is not a whole number from 1 to 1000000000; write 2000',
  ],
  [
    'a count of none',
    target('budgets: { refusalsPerKey: 0 }'),
    '4:32 targets.staging.budgets.refusalsPerKey: 0 is not a whole number from 1 to 1000000000',
  ],
  [
    'a fraction of a request',
    target('budgets: { requestsPerRun: 1.5 }'),
    '4:32 targets.staging.budgets.requestsPerRun: 1.5 is not a whole number from 1 to 1000000000',
  ],
  [
    'a share in percent',
    target('budgets: { shareOfDay: 50% }'),
    '4:28 targets.staging.budgets.shareOfDay: "50%" is not a share above 0 and up to 1 (0.5 is half); write 0.5 for 50 %',
  ],
  [
    'a share above 1',
    target('budgets: { shareOfDay: 50 }'),
    '4:28 targets.staging.budgets.shareOfDay: 50 is not a share above 0 and up to 1 (0.5 is half); write 0.5 for 50 %',
  ],
  [
    'a share of none',
    target('budgets: { shareOfDay: 0 }'),
    '4:28 targets.staging.budgets.shareOfDay: 0 is not a share above 0 and up to 1 (0.5 is half)',
  ],
  [
    'not a number',
    target('budgets: { shareOfDay: .nan }'),
    '4:28 targets.staging.budgets.shareOfDay: .nan is not a share above 0 and up to 1 (0.5 is half)',
  ],
  [
    'an infinite share',
    target('budgets: { shareOfDay: .inf }'),
    '4:28 targets.staging.budgets.shareOfDay: .inf is not a share above 0 and up to 1 (0.5 is half)',
  ],
  [
    'a duration in other words',
    target('window: 1 minute'),
    '4:13 targets.staging.window: "1 minute" is not a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  ],
  [
    'a duration without unit, in quotes',
    target('settle: "2"'),
    '4:13 targets.staging.settle: "2" is not a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds; write 2s',
  ],
  [
    'a duration of none',
    target('settle: 0'),
    '4:13 targets.staging.settle: 0 is not a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  ],
  [
    'a duration of none, with its unit',
    target('settle: 0s'),
    '4:13 targets.staging.settle: "0s" is not a duration above 0 and up to a day',
  ],
  [
    'a negative duration',
    target('timeout: -1'),
    '4:14 targets.staging.timeout: -1 is not a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  ],
  [
    'a duration of two days',
    target('window: 48h'),
    '4:13 targets.staging.window: "48h" is not a duration above 0 and up to a day',
  ],
  [
    'a duration that is a switch',
    target('window: true'),
    '4:13 targets.staging.window: true is not a duration above 0 and up to a day: 500ms, 2s, 1m, 1h or a number of seconds',
  ],
  ['one category', target('categories: 5'), '4:17 targets.staging.categories: 5 is not any, or a list of category ids'],
  [
    'categories in quotes',
    target('categories: ["1"]'),
    '4:18 targets.staging.categories[0]: "1" is not a category id (a whole number of 64 bits, without quotes); write 1',
  ],
  [
    'an id with an exponent',
    target('categories: [1e3]'),
    '4:18 targets.staging.categories[0]: 1e3 is not written as a whole number; write its digits alone',
  ],
  [
    'an id of more than 64 bits',
    target('categories: [9223372036854775808]'),
    '4:18 targets.staging.categories[0]: 9223372036854775808 does not fit in 64 bits; ids go from -9223372036854775808 to 9223372036854775807',
  ],
  ['an id twice', target('categories: [7, 7]'), '4:21 targets.staging.categories[1]: 7 is in the list twice'],
  [
    'no categories',
    target('categories: []'),
    '4:17 targets.staging.categories: empty list: expected a list of category ids',
  ],
  [
    'a word for categories',
    target('categories: all'),
    '4:17 targets.staging.categories: "all" is not any, or a list of category ids',
  ],
  [
    'an Enterprise contract without numbers',
    target('enterprise: {}'),
    '4:17 targets.staging.enterprise: empty mapping: expected a mapping of perMinute and perDay',
  ],
  [
    'a proxy with credentials',
    target('proxy: http://jo:secret@proxy.example:3128'),
    "4:12 targets.staging.proxy: this value (hidden: it may hold a secret) is not a proxy's URL without credentials: http://proxy.example.com:3128; remove the credentials",
  ],
  [
    'a proxy without scheme',
    target('proxy: proxy.example:3128'),
    '4:12 targets.staging.proxy: "proxy.example:3128" is not a proxy\'s URL without credentials: http://proxy.example.com:3128; it has no scheme: https://… (or http://… for a local one)',
  ],
  [
    'a certificate without its key',
    target('clientCertificate: { cert: a.crt }'),
    '4:5 targets.staging.clientCertificate: key is missing, e.g. key: client.key',
  ],
  [
    'a file that is a number',
    target('ca: 1'),
    "4:9 targets.staging.ca: 1 is not a file's path, relative to this file's folder (~ is not expanded); it is read as a number: put it in quotes",
  ],
  ['a level that is none', 'failOn: never\n', '1:9 failOn: "never" is not one of must, should, drift'],
  ['no level', 'failOn: []\n', '1:9 failOn: empty list: expected a list of must, should and drift, each once'],
  ['a level twice', 'failOn: [must, must]\n', '1:9 failOn: the list has duplicates'],
  [
    'a reporter with a typing error',
    'reporters: [htlm]\n',
    '1:13 reporters[0]: "htlm" is not one of terminal, html, junit, ctrf, har, markdown, github, json, badge (did you mean html?)',
  ],
  [
    'a reporter with a path and a typing error',
    'reporters: [htlm=a.html]\n',
    '1:13 reporters[0]: "htlm=a.html" is not one of terminal, html, junit, ctrf, har, markdown, github, json, badge, or one with the path of its file (junit=build/junit.xml)',
  ],
  [
    'a reporter without the path that it begins',
    'reporters: [junit=]\n',
    '1:13 reporters[0]: "junit=" is not one of terminal, html, junit, ctrf, har, markdown, github, json, badge, or one with the path of its file (junit=build/junit.xml)',
  ],
  ['a reporter alone', 'reporters: html\n', '1:12 reporters: "html" is not a list of reporters, each once'],
  ['a reporter twice', 'reporters: [json, json]\n', '1:12 reporters: the list has duplicates'],
  [
    'an unknown plan',
    'plans: { gold: { perMinute: 1 } }\n',
    '1:10 plans.gold: unknown key; known here: free, pro, business, enterprise',
  ],
  [
    'a limit of none',
    'plans: { pro: { perMinute: 0 } }\n',
    '1:28 plans.pro.perMinute: 0 is not a whole number from 1 to 1000000000',
  ],
  [
    'a waiver without anything',
    'waivers: [{}]\n',
    '1:11 waivers[0]: requirement is missing, e.g. requirement: auth.www-authenticate',
    '1:11 waivers[0]: signature is missing, e.g. signature: …',
    '1:11 waivers[0]: reason is missing, e.g. reason: …',
    '1:11 waivers[0]: owner is missing, e.g. owner: team-store',
    '1:11 waivers[0]: expires is missing, e.g. expires: 2027-03-01',
  ],
  [
    'waivers as a mapping',
    'waivers: { auth.www-authenticate: { reason: known } }\n',
    '1:10 waivers: a mapping is not a list of waivers',
  ],
  [
    'a signature of digits',
    waiver({ signature: '12345678' }),
    '2:54 waivers[0].signature: 12345678 is not a text of 1 to 1000 characters; it is read as a number: put it in quotes',
  ],
  ['an empty reason', waiver({ reason: '" "' }), '2:67 waivers[0].reason: " " is not a text of 1 to 1000 characters'],
  [
    'a date in other words',
    waiver({ expires: '1 March 2027' }),
    '2:94 waivers[0].expires: "1 March 2027" is not a date of the calendar (YYYY-MM-DD)',
  ],
  [
    'a date with a time',
    waiver({ expires: '2027-03-01T00:00:00Z' }),
    '2:94 waivers[0].expires: "2027-03-01T00:00:00Z" is not a date of the calendar (YYYY-MM-DD); write 2027-03-01',
  ],
  [
    'a link that is none',
    waiver({ link: 'jira 12' }),
    '2:112 waivers[0].link: "jira 12" is not a link: https://…; it has no scheme: https://… (or http://… for a local one)',
  ],
  [
    'a waiver of an unknown plan',
    waiver({ plan: 'fre' }),
    '2:112 waivers[0].plan: "fre" is not one of free, pro, business, enterprise (did you mean free?)',
  ],
  [
    'capital letters in a requirement',
    waiver({ requirement: 'AUTH.www-authenticate' }),
    '2:20 waivers[0].requirement: "AUTH.www-authenticate" is not a requirement\'s id or a pattern of them: auth.www-authenticate, list.*',
  ],
  [
    'a capacity plan with a typing error',
    'capacity: { plans: { fre: { subscribers: 1, activeAtPeak: 1, use: 1 } } }\n',
    '1:22 capacity.plans.fre: unknown plan (did you mean free?); a new plan needs perMinute',
  ],
  [
    'a capacity plan without numbers',
    'capacity:\n  plans:\n    pro: { subscribers: 1 }\n',
    '3:5 capacity.plans.pro: activeAtPeak is missing, e.g. activeAtPeak: 0.5',
    '3:5 capacity.plans.pro: use is missing, e.g. use: 0.5',
  ],
  [
    'a limit for a plan of the document',
    'capacity: { plans: { pro: { subscribers: 1, activeAtPeak: 1, use: 1, perMinute: 5 } } }\n',
    '1:70 capacity.plans.pro.perMinute: unknown key; known here: subscribers, activeAtPeak, use, readShare',
  ],
  [
    'no subscribers',
    'capacity: { plans: { pro: { subscribers: 0, activeAtPeak: 1, use: 1 } } }\n',
    '1:42 capacity.plans.pro.subscribers: 0 is not a whole number from 1 to 1000000000',
  ],
  [
    'an objective without unit',
    'capacity: { objectives: { p95: 300 } }\n',
    '1:32 capacity.objectives.p95: 300 is not a time with its unit: 300ms or 1.5s; write 300ms',
  ],
  [
    'errors without sign',
    'capacity: { objectives: { errors: 0.1 } }\n',
    '1:35 capacity.objectives.errors: 0.1 is not a share of the requests with its sign: 0.1%; write 0.1%',
  ],
  [
    'errors above all',
    'capacity: { objectives: { errors: 101% } }\n',
    '1:35 capacity.objectives.errors: "101%" is not a share of the requests with its sign: 0.1%',
  ],
  [
    'capacity keys from a variable',
    'capacity: { keys: { pro: { env: STORE_KEYS } } }\n',
    '1:21 capacity.keys.pro: file is missing, e.g. file: keys/pro.key',
    '1:28 capacity.keys.pro.env: unknown key; known here: file',
  ],
  [
    'several at once',
    'failOn: never\ntargets:\n  staging:\n    class: stagign\n    settle: 0s\nwaivers:\n  - requirement: auth.nothing\n    expires: 2027-02-30\n',
    '1:9 failOn: "never" is not one of must, should, drift',
    '3:3 targets.staging: baseUrl is missing, e.g. baseUrl: https://staging.example.com/v1',
    '4:12 targets.staging.class: "stagign" is not one of local, staging, production (did you mean staging?)',
    '5:13 targets.staging.settle: "0s" is not a duration above 0 and up to a day',
    '7:5 waivers[0]: signature is missing, e.g. signature: …',
    '7:5 waivers[0]: reason is missing, e.g. reason: …',
    '7:5 waivers[0]: owner is missing, e.g. owner: team-store',
    '7:18 waivers[0].requirement: no requirement matches "auth.nothing"; storecheck list shows them',
    '8:14 waivers[0].expires: "2027-02-30" is not a date of the calendar (YYYY-MM-DD)',
  ],
];

describe('a configuration that is of another form', () => {
  it.each(BROKEN)('%s', (_what, text, ...problems) => {
    expect(said(text)).toEqual(problems);
  });
});
