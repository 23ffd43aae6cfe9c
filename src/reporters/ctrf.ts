import type { RequirementResult, Result } from '../result/result.ts';
import { inertJson } from './json.ts';
import { cut, plain } from './text/inert.ts';
import { type Beside, besides } from './view/besides.ts';
import { curlLine, evidence } from './view/evidence.ts';
import { areaOf, nameOf, type Status, statusOf } from './view/rows.ts';
import { verdictSentence } from './view/verdict.ts';
import { waivedBy } from './view/waived.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** The word itself stands in `rawStatus`. */
const STATUSES = {
  passed: 'passed',
  failed: 'failed',
  warned: 'other',
  waived: 'other',
  unproven: 'other',
  undecided: 'other',
  'not-applicable': 'skipped',
  'left-out': 'skipped',
  observed: 'other',
} as const satisfies Record<Status, CtrfStatus>;

const TRACE = 10_000;
const MESSAGE = 1_000;

/** Common Test Report Format (https://ctrf.io), specVersion 0.0.0: one `results` document. */
export function ctrf(result: Result): string {
  const { tool, target, run, outcome, exitCode, requirements, warnings, spec, settings } = result;
  const tests = [...requirements.map((row) => test(row, result)), ...besides(result).map(besideTest)];
  const count = (status: CtrfStatus) => tests.filter((one) => one.status === status).length;
  const start = milliseconds(run.startedAt);
  const stop = Math.max(start, milliseconds(run.finishedAt ?? run.startedAt));
  const document = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    runId: run.id,
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map(({ suite }) => suite[0])).size,
        start,
        stop,
        duration: stop - start,
        extra: { outcome, exitCode, verdict: verdictSentence(result), end: run.end },
      },
      tests,
      environment: {
        appName: plain(target.name),
        testEnvironment: plain(target.class),
        // Whether what was found is about the service: not so where the run was set up wrongly.
        healthy: result.setUp === undefined,
        extra: { baseUrl: target.baseUrl, document: spec.version, plan: settings.plan, readOnly: settings.readOnly },
      },
      extra: { warnings },
    },
  };
  return `${inertJson(document, 2)}\n`;
}

function test(row: RequirementResult, result: Result) {
  const status = statusOf(row, result);
  const curl = row.findings[0]?.curl;
  return {
    testId: nameOf(row),
    name: `${nameOf(row)}: ${plain(cut(row.title, MESSAGE))}`,
    status: STATUSES[status],
    rawStatus: status,
    duration: 0,
    suite: [areaOf(row)],
    tags: [row.level],
    labels: {
      level: row.level,
      clause: plain(row.clause),
      ...(row.plan === undefined ? {} : { plan: plain(row.plan) }),
    },
    ...explanation(row, status),
    ...(curl === undefined ? {} : { snippet: curlLine(curl, plain) }),
    extra: { quote: row.quote, subjects: row.subjects, exchanges: row.findings.flatMap(({ exchanges }) => exchanges) },
  };
}

function besideTest({ name, message, fails }: Beside) {
  const status: CtrfStatus = fails ? 'failed' : 'other';
  return { testId: name, name, status, rawStatus: 'gate', duration: 0, suite: ['gate'], tags: ['gate'], message };
}

function explanation(row: RequirementResult, status: Status): { message?: string; trace?: string } {
  if (status === 'passed') return {};
  if (status === 'observed') return { message: plain(cut(JSON.stringify(row.value ?? null), MESSAGE)) };
  if (status === 'waived') return { message: waivedBy(row), trace: cut(evidence(row).join('\n'), TRACE) };
  const message = row.reason ?? row.findings[0]?.message ?? '';
  return {
    message: plain(cut(message, MESSAGE)),
    ...(row.findings.length === 0 ? {} : { trace: cut(evidence(row).join('\n'), TRACE) }),
  };
}

function milliseconds(iso: string): number {
  const time = Date.parse(iso);
  return Number.isFinite(time) ? time : 0;
}
