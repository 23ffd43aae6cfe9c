/**
 * The first results.json that was published, one object a line: later ones stay readable by those who rely on it. `?`: may be absent;
 * `[]`: a list; `{}`: by name; `!`: may be null; `a/b`: one of these; no type: any value. The last line is the file.
 */
const FIRST = `
named name:text version:text
spec version:text sha256:text
run id:text command:text startedAt:text finishedAt:text! end:complete/set-up/rate-limited/unanswered/request-budget/time-budget/interrupted/cut-off k6?:text
range from:number to:number
target name:text baseUrl:text class:local/staging/production clockOffset:range!
settings plan:text windowSeconds:number readOnly:flag today:text partial:flag failOn?:must/should/drift[]
waiver reason:text owner:text link?:text expires:text line:integer
finding message:text expected:text actual:text exchanges:integer[] curl?:text
requirement id:text level:must/should/observe title:text clause:text quote:text source?:text plan?:text verdict:pass/fail/inconclusive/not-applicable/observed reason?:text value? subjects:integer findings:finding[] signature?:text waiver?:waiver
clocks from to clocks
algorithm class:text
reset unit standsStill
between from to
remaining
look admittedInWindow:integer sent:integer refused:integer
limits plan:text perWindow:integer windowSeconds:number sent:integer admitted:integer admittedInWindow:integer refused:integer unanswered:integer byStatus:integer{} elapsedMs:number clockOffsetMs:clocks! limitsSeen:number[] algorithm:algorithm reset:reset! remaining:remaining! refillPerWindow:between! continuousRefill:flag! retryAfterSeen:text[] foreignRequestsSeen:integer dayLimitAnswered:flag banSuspected:flag otherPlan:text! firstLook?:look
requests planned:integer sent:integer byStatus:integer{} byPlan:integer{} unplanned429:integer
setUp code:text message:text fix:text
rerun of:text nowPassing:text[] stillFailing:text[] unproven:text[]
residue id:text! name:text! probe:text exchange:integer
waiverProblem file?:text line:integer requirement:text flaw:expired/unused/no-such-requirement/other-signature message:text
drift id:text plan?:text pinned seen
estimate value:number from:number to:number!
latency p50:estimate p95:estimate p99:estimate
rates rps:number reads:number writes:number
stated value:number origin:text
plan plan:text perMinute?:stated changed:stated subscribers:stated activeAtPeak:stated use:stated readShare:stated before:rates after:rates
projection plans:plan[] before:rates after:rates busier:rates
objectives p50Ms?:number p95Ms?:number p99Ms?:number errorShare:number
share plan keys share perWindow
mix list get create
writes projected asReads
together instances:integer[] of:integer apartMs:number! clock:service/own
step level:number rps:number planned:integer sent:integer completedRps:number byStatus:integer{} limited:integer denied:integer errors:estimate latency:latency served:latency openAtMost:integer lateP99:number! lagP99:number! busy:number! verdict:within/beyond/open/invalid because:text[] invalid?:keys/machine/run swamped:flag together?:together
change rps:number name:p50/p95/p99/errors before:number after:number change:higher/lower/~
comparison run:text startedAt:text changes:change[]
capacity verdict:fits/does-not-fit/not-proven shownBy:number! because:text[] headroom:number! knee:number! projection:projection objectives:objectives shares:share[] mix:mix instances?:integer writes:writes steps:step[] notOffered:number[] created:integer comparison?:comparison
result schemaVersion:1 outcome:passed/failed/incomplete/error exitCode:0/1/2/3/4/130 tool:named spec:spec run:run target:target settings:settings requirements:requirement[] limits:limits{} requests:requests setUp?:setUp rerun?:rerun residue:residue[] warnings:text[] waiverProblems?:waiverProblem[] observations?:text capacity?:capacity drift?:drift[]`;

const PLAIN: Readonly<Record<string, string>> = {
  text: 'string',
  number: 'number',
  integer: 'integer',
  flag: 'boolean',
};

function typeOf(type: string | undefined): object {
  const suffix = /(\[\]|\{\}|!)$/.exec(type ?? '')?.[1];
  if (type === undefined) return {};
  if (suffix === '!') return { anyOf: [{ type: 'null' }, typeOf(type.slice(0, -1))] };
  if (suffix === '[]') return { type: 'array', items: typeOf(type.slice(0, -2)) };
  if (suffix === '{}') return { type: 'object', additionalProperties: typeOf(type.slice(0, -2)) };
  if (/\/|^\d/.test(type)) return { enum: type.split('/').map((one) => (/^\d+$/.test(one) ? Number(one) : one)) };
  return type in PLAIN ? { type: PLAIN[type] } : { $ref: `#/$defs/${type}` };
}

function objectOf(fields: readonly string[]): object {
  const typed = fields.map((field) => field.split(':') as [string, string?]);
  return {
    type: 'object',
    required: typed.flatMap(([name]) => (name.endsWith('?') ? [] : [name])),
    properties: Object.fromEntries(typed.map(([name, type]) => [name.replace('?', ''), typeOf(type)])),
  };
}

const $defs = Object.fromEntries(
  FIRST.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([name = '', ...fields]) => [name, objectOf(fields)]),
);

/** As JSON Schema. */
export const FIRST_SCHEMA = { $ref: '#/$defs/result', $defs };
