import type { RequirementResult, Result } from '../../result/result.ts';
import { alignedLines } from '../capacity/lines.ts';
import { stepsTable } from '../capacity/table.ts';
import { cut, plain } from '../text/inert.ts';
import { type Beside, besides } from '../view/besides.ts';
import { evidence } from '../view/evidence.ts';
import { byArea, nameOf, rowsOf, type Status, statusOf } from '../view/rows.ts';
import { totals } from '../view/totals.ts';
import { verdictSentence, whyUnfinished } from '../view/verdict.ts';
import { waivedBy } from '../view/waived.ts';
import { element, textElement } from './xml.ts';

export interface JUnitOptions {
  /** What a must that could not be proven becomes: neither is a pass. */
  readonly inconclusive?: 'error' | 'skipped';
  /** The path of a file that every case which did not pass names as its attachment (GitLab, Jenkins). */
  readonly attachment?: string;
}

type Child = 'failure' | 'error' | 'skipped';

/** A case without a child counts as passed, so every status but `passed` has one. */
const CHILDREN = {
  passed: undefined,
  failed: 'failure',
  warned: 'skipped',
  waived: 'skipped',
  unproven: 'error',
  undecided: 'skipped',
  'not-applicable': 'skipped',
  'left-out': 'skipped',
  observed: 'skipped',
} as const satisfies Record<Status, Child | undefined>;

/** Keeps the file far below GitLab's 30 MB, whatever a server says. */
const BODY = 10_000;
const MESSAGE = 300;

interface Case {
  readonly child: Child | undefined;
  readonly xml: string;
}

/**
 * JUnit XML for the test views of any CI. GitLab shows the classname, the name and the element's text (not `message`), and keeps only the
 * first of two cases with the same classname and name.
 */
export function junit(result: Result, options: JUnitOptions = {}): string {
  const taken = new Set<string>();
  const beside = besides(result);
  const suites = [
    suite('run', [runCase(result)], result, properties(result)),
    ...byArea(result.requirements).map(([area, rows]) =>
      suite(
        area,
        rows.map((row) => requirementCase(row, area, result, options, taken)),
        result,
      ),
    ),
    ...(beside.length === 0 ? [] : [suite('gate', beside.map(besideCase), result)]),
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

/** Whether the run came to its end: with it no file is empty, and one that judged nothing is never green. */
function runCase(result: Result): Case {
  const judged = rowsOf(result, 'passed', 'failed', 'warned', 'waived').length;
  const why =
    whyUnfinished(result) ??
    (result.outcome === 'error' ? verdictSentence(result) : judged === 0 ? 'nothing was judged' : undefined);
  const said = [
    verdictSentence(result),
    totals(result),
    ...(result.capacity === undefined ? [] : alignedLines(stepsTable(result.capacity, true))),
    ...result.warnings.map((warning) => `note: ${warning}`),
  ];
  // A warning may quote the service, and an attachment may be any file of the build.
  const text = said.map((line) => plain(cut(line, MESSAGE * 3)).replaceAll('[[', '[\\[')).join('\n');
  return {
    child: why === undefined ? undefined : 'error',
    xml: element('testcase', { classname: 'storecheck.run', name: 'The run came to its end', time: seconds(result) }, [
      ...(why === undefined ? [] : [explained('error', 'unfinished', why.split('\n'))]),
      textElement('system-out', {}, text),
    ]),
  };
}

function requirementCase(
  row: RequirementResult,
  area: string,
  result: Result,
  { inconclusive = 'error', attachment }: JUnitOptions,
  taken: Set<string>,
): Case {
  const status = statusOf(row, result);
  // After a mistake in the set-up the run's own case is the error; a hundred copies of it would hide it.
  const isSpared = status === 'unproven' && (inconclusive === 'skipped' || result.setUp !== undefined);
  const child = isSpared ? 'skipped' : CHILDREN[status];
  const attributes = { classname: `storecheck.${area}`, name: unique(row, taken), time: 0 };
  if (child === undefined) return { child, xml: element('testcase', attributes) };
  const attached = attachment === undefined || (status !== 'failed' && status !== 'unproven') ? [] : [attachment];
  return {
    child,
    xml: element('testcase', attributes, [
      explained(child, `${row.level} ${status}`, linesOf(row, status)),
      ...attached.map((path) => textElement('system-out', {}, `[[ATTACHMENT|${path}]]`)),
    ]),
  };
}

function besideCase({ name, message, fails }: Beside, index: number): Case {
  const child = fails ? 'failure' : 'skipped';
  const attributes = { classname: 'storecheck.gate', name: `${index + 1}. ${name}`, time: 0 };
  return { child, xml: element('testcase', attributes, [explained(child, 'gate', [message])]) };
}

function unique(row: RequirementResult, taken: Set<string>): string {
  const name = `${nameOf(row)}: ${plain(cut(row.title, MESSAGE))}`;
  let candidate = name;
  for (let copy = 2; taken.has(candidate); copy += 1) candidate = `${name} [${copy}]`;
  taken.add(candidate);
  return candidate;
}

/** The words behind the first are the same everywhere: what was expected, what was seen, how to repeat it. */
function linesOf(row: RequirementResult, status: Status): string[] {
  switch (status) {
    case 'passed':
      return [];
    case 'failed':
      return evidence(row);
    case 'warned':
      return ['warning: good practice, not the document', ...evidence(row)];
    case 'waived':
      return [waivedBy(row), ...evidence(row)];
    case 'unproven':
    case 'undecided':
      return [`inconclusive: ${reasonOf(row)}`, ...evidence(row)];
    case 'not-applicable':
    case 'left-out':
      return [`not judged: ${reasonOf(row)}`];
    case 'observed':
      return [`observed, never judged: ${cut(JSON.stringify(row.value ?? null), BODY)}`];
  }
}

const reasonOf = ({ reason = 'evidence is missing' }: RequirementResult) => cut(reason, MESSAGE * 3);

/** The reason as the element's text and, its first line, as `message`: viewers read one or the other. */
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
    document: `${spec.version} sha256:${spec.sha256}`,
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
