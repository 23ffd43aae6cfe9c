import type { Result } from '../../result/result.ts';
import type { Row } from '../../result/summary/causes.ts';
import type { GateProblem } from '../../result/summary/gate-problems.ts';
import type { Status } from '../../result/summary/status.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { cut, plain } from '../../text/inert.ts';
import { alignedLines, stepsTable } from '../capacity/table.ts';
import { evidence } from '../view/evidence.ts';
import { gateMessage, gateName } from '../view/gate.ts';
import { codeOf, foldedLines, nameOf, reasonOf, waivedBy } from '../view/names.ts';
import { totals } from '../view/totals.ts';
import { verdictSentence, whyNotPassed } from '../view/verdict.ts';

type Child = 'failure' | 'error' | 'skipped';

/** A case without a child counts as passed, so every status but `passed` has one. */
const CHILDREN = {
  passed: undefined,
  failed: 'failure',
  warning: 'skipped',
  waived: 'skipped',
  inconclusive: 'error',
  'not-applicable': 'skipped',
  skipped: 'skipped',
  info: 'skipped',
} as const satisfies Record<Status, Child | undefined>;

/** Keeps the file far below GitLab's limit of 30 MB. */
const BODY = 10_000;
const MESSAGE = 300;

interface Case {
  readonly child: Child | undefined;
  readonly xml: string;
}

/**
 * JUnit XML for the test views of any CI. GitLab shows the classname, the name and the element's text (not `message`), and keeps only the
 * first of two cases with the same classname and name.
 *
 * @param attachment the path of a file that every case attaches unless it passed (GitLab, Jenkins)
 */
export function junit(summary: Summary, attachment?: string): string {
  const { result, areas, gate } = summary;
  const taken = new Set<string>();
  const suites = [
    suite('run', [runCase(summary)], result, properties(result)),
    ...areas.map(({ area, rows }) =>
      suite(
        plain(cut(area, MESSAGE)),
        rows.map((row) => requirementCase(row, summary, taken, attachment)),
        result,
      ),
    ),
    ...(gate.length === 0
      ? []
      : [
          suite(
            'gate',
            gate.map((problem, index) => gateCase(problem, index)),
            result,
          ),
        ]),
  ];
  const cases = suites.flatMap((one) => one.cases);
  const counts = { name: 'storecheck', ...countsOf(cases), time: seconds(result) };
  const document = element(
    'testsuites',
    counts,
    suites.map(({ xml }) => xml),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

function suite(name: string, cases: readonly Case[], result: Result, before: readonly string[] = []) {
  const attributes = {
    name: `storecheck.${name}`,
    ...countsOf(cases),
    time: name === 'run' ? seconds(result) : 0,
    timestamp: plain(cut(result.run.startedAt, MESSAGE)).replace(/\.\d+Z$/, 'Z'),
  };
  return { cases, xml: element('testsuite', attributes, [...before, ...cases.map(({ xml }) => xml)]) };
}

function countsOf(cases: readonly Case[]) {
  const count = (kind: Child) => cases.filter(({ child }) => child === kind).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

/** A case for the run itself, so that no file is empty, and a run without verdicts is never green. */
function runCase(summary: Summary): Case {
  const { result, of } = summary;
  const isJudged = of('passed', 'failed', 'warning', 'waived').length > 0;
  const reasons = whyNotPassed(summary);
  const why = reasons.length > 0 || isJudged ? reasons : ['nothing was judged'];
  const messages = [
    verdictSentence(summary),
    ...totals(summary),
    ...(result.capacity === undefined ? [] : alignedLines(stepsTable(result.capacity, true))),
    ...result.warnings.map((warning) => `note: ${warning}`),
  ];
  // A warning may quote the service, which could forge an attachment.
  const text = messages.map((line) => plain(cut(line, MESSAGE * 3)).replaceAll('[[', '[\\[')).join('\n');
  return {
    child: why.length === 0 ? undefined : 'error',
    xml: element('testcase', { classname: 'storecheck.run', name: 'The run finished', time: seconds(result) }, [
      ...(why.length === 0 ? [] : [explained('error', 'unfinished', why)]),
      textElement('system-out', {}, text),
    ]),
  };
}

function requirementCase(
  row: Row,
  { result, failed, inconclusive }: Summary,
  taken: Set<string>,
  attachment: string | undefined,
): Case {
  const { status, area, level, because } = row;
  // An inconclusive must is an error, except after a set-up mistake or as a consequence of another row.
  const isBlocking = level === 'must' && result.setUp === undefined && because === undefined;
  const isSpared = status === 'inconclusive' && !isBlocking;
  const cause = [...failed, ...inconclusive].find(({ rows }) => rows[0] === row);
  const child = isSpared ? 'skipped' : CHILDREN[status];
  const attributes = { classname: `storecheck.${plain(cut(area, MESSAGE))}`, name: unique(row, taken), time: 0 };
  if (child === undefined) return { child, xml: element('testcase', attributes) };
  const needsALook = status === 'failed' || (status === 'inconclusive' && level === 'must');
  const attached = attachment === undefined || !needsALook ? [] : [attachment];
  return {
    child,
    xml: element('testcase', attributes, [
      explained(child, codeOf(row) ?? `${level} ${status}`, [
        ...linesOf(row),
        ...(cause === undefined ? [] : foldedLines({ ...cause, alike: [] })),
      ]),
      ...attached.map((path) => textElement('system-out', {}, `[[ATTACHMENT|${path}]]`)),
    ]),
  };
}

function gateCase(problem: GateProblem, index: number): Case {
  const child = problem.fails ? 'failure' : 'skipped';
  const attributes = { classname: 'storecheck.gate', name: `${index + 1}. ${gateName(problem)}`, time: 0 };
  return { child, xml: element('testcase', attributes, [explained(child, 'gate', [gateMessage(problem)])]) };
}

function unique(row: Row, taken: Set<string>): string {
  const name = `${nameOf(row)}: ${plain(cut(row.title, MESSAGE))}`;
  let candidate = name;
  for (let copy = 2; taken.has(candidate); copy += 1) candidate = `${name} [${copy}]`;
  taken.add(candidate);
  return candidate;
}

/** The content of a case: the status, then the evidence. */
function linesOf(row: Row): string[] {
  switch (row.status) {
    case 'passed':
      return [];
    case 'failed':
      return evidence(row);
    case 'warning':
      return ['warning: a violation of good practice', ...evidence(row)];
    case 'waived':
      return [waivedBy(row), ...evidence(row)];
    case 'inconclusive':
      return [`inconclusive: ${shortReason(row)}`, ...evidence(row)];
    case 'not-applicable':
      return [`not applicable: ${shortReason(row)}`];
    case 'skipped':
      return [`skipped: ${shortReason(row)}`];
    case 'info':
      return [`info: ${cut(JSON.stringify(row.value ?? null), BODY)}`];
  }
}

const shortReason = (row: Row) => cut(reasonOf(row), MESSAGE * 3);

/** The text as content and its first line as `message`, because viewers show one or the other. */
function explained(child: Child, type: string, lines: readonly string[]): string {
  const message = plain(cut(lines[0] ?? '', MESSAGE));
  return textElement(child, { message, type }, cut(lines.map(plain).join('\n'), BODY));
}

function properties({ run, tool, spec, target, settings, outcome, exitCode }: Result): string[] {
  const pairs = {
    outcome,
    'exit-code': exitCode,
    run: run.id,
    command: run.command,
    target: `${target.baseUrl} (${target.class})`,
    storecheck: tool.version,
    specification: `${spec.version} sha256:${spec.sha256}`,
    ...(run.k6 === undefined ? {} : { k6: run.k6 }),
    plan: settings.plan,
    'read-only': String(settings.readOnly),
    partial: String(settings.partial),
  };
  const each = Object.entries(pairs).map(([name, value]) =>
    element('property', { name, value: plain(cut(String(value), MESSAGE)) }),
  );
  return [element('properties', {}, each)];
}

function seconds({ run }: Result): number {
  const milliseconds = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0;
}

/** Characters that XML 1.0 forbids, even escaped (Char, https://www.w3.org/TR/xml/#charsets). */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser normalises line ends: to spaces in attributes, and a carriage return to a line feed.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

type Attributes = Readonly<Record<string, string | number>>;

/** An element on its own line; `content` is XML. */
function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const begun = start(name, attributes);
  return content.length === 0 ? `${begun}/>` : `${begun}>\n${content.join('\n')}\n</${name}>`;
}

/** An element with text, without added white space. */
function textElement(name: string, attributes: Attributes, text: string): string {
  return `${start(name, attributes)}>${escaped(text, /[&<>]/g)}</${name}>`;
}

function start(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value), /[&<>"'\n\r\t]/g)}"`,
  );
  return `<${name}${written.join('')}`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(ILLEGAL, '').replace(special, (char) => ESCAPES[char] ?? '');
}
