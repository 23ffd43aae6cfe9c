import { present } from '../result/present.ts';
import type { Row } from '../result/summary/causes.ts';
import type { GateProblem } from '../result/summary/gate-problems.ts';
import type { Status } from '../result/summary/status.ts';
import type { Summary } from '../result/summary/summary.ts';
import { cut, inertJson, plain } from './text/inert.ts';
import { CREATES, curlLine, evidence } from './view/evidence.ts';
import { gateMessage, gateName } from './view/gate.ts';
import { codeOf, nameOf, reasonOf, waivedBy } from './view/names.ts';
import { verdictSentence, whyNotPassed } from './view/verdict.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** CTRF's status; the original word is in `rawStatus`. */
const STATUSES = {
  passed: 'passed',
  failed: 'failed',
  warning: 'other',
  waived: 'other',
  inconclusive: 'other',
  'not-applicable': 'skipped',
  skipped: 'skipped',
  info: 'other',
} as const satisfies Record<Status, CtrfStatus>;

const TRACE = 10_000;
const MESSAGE = 1_000;

/** Common Test Report Format (https://ctrf.io), specVersion 0.0.0: one `results` document. */
export function ctrf(summary: Summary): string {
  const { result, rows, gate } = summary;
  const { tool, target, run, outcome, exitCode, warnings, spec, settings } = result;
  const judged = [...rows.map(test), ...gate.map((problem) => gateTest(problem, summary))];
  const isShown = result.outcome === 'passed' || judged.some(({ status }) => status === 'failed');
  const tests = isShown ? judged : [runTest(summary), ...judged];
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
        extra: { outcome, exitCode, verdict: verdictSentence(summary), end: run.end },
      },
      tests,
      environment: {
        appName: plain(target.name),
        testEnvironment: plain(target.class),
        // Whether the result is about the service; not after a set-up mistake.
        healthy: result.setUp === undefined,
        extra: {
          baseUrl: target.baseUrl,
          specification: spec.version,
          plan: settings.plan,
          readOnly: settings.readOnly,
        },
      },
      extra: { warnings },
    },
  };
  return `${inertJson(document, 2)}\n`;
}

function test(row: Row) {
  const { status } = row;
  const [first] = row.findings;
  const command = first?.curl ?? row.rerun;
  const note = first?.creates === true ? `# ${CREATES}\n` : '';
  return {
    testId: nameOf(row),
    name: `${nameOf(row)}: ${plain(cut(row.title, MESSAGE))}`,
    status: STATUSES[status],
    rawStatus: status,
    duration: 0,
    suite: [plain(cut(row.area, MESSAGE))],
    tags: [row.level],
    labels: present({
      level: row.level,
      clause: plain(row.clause),
      code: codeOf(row),
      plan: row.plan === undefined ? undefined : plain(row.plan),
    }),
    ...explanation(row),
    ...(command === undefined ? {} : { snippet: `${note}${curlLine(command, plain)}` }),
    extra: { quote: row.quote, subjects: row.subjects, exchanges: row.findings.flatMap(({ exchanges }) => exchanges) },
  };
}

/** A run that does not pass has a failed test, because tools read only the status. */
function runTest(summary: Summary) {
  const why = whyNotPassed(summary).join('\n') || verdictSentence(summary);
  return otherTest('run', 'The run finished', 'failed', summary.result.outcome, plain(cut(why, MESSAGE)));
}

const gateTest = (problem: GateProblem, { result }: Summary) =>
  otherTest('gate', gateName(problem), problem.fails ? 'failed' : 'other', 'gate', gateMessage(problem, result));

/** A test that is not a requirement. */
function otherTest(part: string, name: string, status: CtrfStatus, rawStatus: string, message: string) {
  return { testId: name, name, status, rawStatus, duration: 0, suite: [part], tags: [part], message };
}

function explanation(row: Row): { message?: string; trace?: string } {
  const { status } = row;
  if (status === 'passed') return {};
  if (status === 'info') return { message: plain(cut(JSON.stringify(row.value ?? null), MESSAGE)) };
  if (status === 'waived') return { message: waivedBy(row), trace: cut(evidence(row).join('\n'), TRACE) };
  const message = row.reason === undefined ? (row.findings[0]?.message ?? '') : reasonOf(row);
  return {
    message: plain(cut(message, MESSAGE)),
    ...(row.findings.length === 0 ? {} : { trace: cut(evidence(row).join('\n'), TRACE) }),
  };
}

function milliseconds(iso: string): number {
  const time = Date.parse(iso);
  return Number.isFinite(time) ? time : 0;
}
