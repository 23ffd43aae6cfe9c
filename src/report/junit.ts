import type { Result } from '../result/result.ts';
import { statusWord } from '../result/view/facts.ts';
import { type Row, waivedBy } from '../result/view/rows.ts';
import type { GateProblem } from '../result/view/verdict-block.ts';
import type { View } from '../result/view/view.ts';
import { truncated } from '../text/inert.ts';
import { withBlanks } from '../text/wrap.ts';
import { failureLines, findingText, indented } from './lines.ts';

/** The element in a case that is not passed. */
type Child = 'failure' | 'error' | 'skipped';

/** Maximum characters of an element's text, which keep the file far below GitLab's limit of 30 MB, and of a title or message. */
const MAX_TEXT = 10_000;
const MAX_MESSAGE = 300;

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
export function junit(view: View, attachment?: string): string {
  const { result, areas, gate, facts } = view;
  const groups: readonly (readonly [name: string, cases: readonly Case[]])[] = [
    ['run', [runCase(view)]],
    ...areas.map(({ area, rows }) => [area, rows.map((row) => requirementCase(row, view, attachment))] as const),
    ...(gate.length > 0 ? [['gate', gate.map(gateCase)] as const] : []),
  ];
  const properties = facts.map(([label, value]) => element('property', { name: label, value }));
  const timestamp = result.run.startedAt.replace(/\.\d+Z$/, 'Z');
  const suites = groups.map(([name, cases]) => {
    const time = name === 'run' ? seconds(result) : 0;
    const attributes = { name: `storecheck.${name}`, ...countsOf(cases), time, timestamp };
    const description = name === 'run' ? [element('properties', {}, properties.join(''))] : [];
    return element('testsuite', attributes, inLines([...description, ...cases.map(({ xml }) => xml)]));
  });
  const counts = { name: 'storecheck', ...countsOf(groups.flatMap(([, cases]) => cases)), time: seconds(result) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', counts, inLines(suites))}\n`;
}

function countsOf(cases: readonly Case[]) {
  const count = (kind: Child) => cases.filter(({ child }) => child === kind).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

/** The case of the run itself, so that no file is empty, and a run without verdicts does not pass. */
function runCase({ result, errors, summary }: View): Case {
  const attributes = { classname: 'storecheck.run', name: 'The run finished', time: seconds(result) };
  const error = errors.length === 0 ? '' : explained('error', 'unfinished', errors);
  // A note may quote the service, which could write the mark of an attachment.
  const output = element('system-out', {}, escaped(withBlanks(summary.join('\n')).replaceAll('[[', '[\\[')));
  return { child: error === '' ? undefined : 'error', xml: element('testcase', attributes, `${error}${output}`) };
}

function requirementCase(row: Row, view: View, attachment: string | undefined): Case {
  const { status, area, level, explainedBy, code } = row;
  const attributes = {
    classname: `storecheck.${area}`,
    name: `${row.name}: ${truncated(row.title, MAX_MESSAGE)}`,
    time: 0,
  };
  if (status === 'passed') return { child: undefined, xml: element('testcase', attributes) };
  // An inconclusive must is an error, except after a set-up mistake or as a consequence of another row.
  const isBlocking = level === 'must' && view.result.setUp === undefined && explainedBy === undefined;
  const child = status === 'failed' ? 'failure' : status === 'inconclusive' && isBlocking ? 'error' : 'skipped';
  const isAttached = status === 'failed' || (status === 'inconclusive' && level === 'must');
  const type = row.findings[0]?.code ?? code ?? `${level} ${status}`;
  const output =
    attachment === undefined || !isAttached ? '' : element('system-out', {}, escaped(`[[ATTACHMENT|${attachment}]]`));
  return { child, xml: element('testcase', attributes, `${explained(child, type, linesOf(row))}${output}`) };
}

function gateCase({ failsRun, name, text }: GateProblem, index: number): Case {
  const child = failsRun ? 'failure' : 'skipped';
  const attributes = { classname: 'storecheck.gate', name: `${index + 1}. ${name}`, time: 0 };
  return { child, xml: element('testcase', attributes, explained(child, 'gate', [text])) };
}

/** The text of a case: one line with the result, then the evidence and the consequences. */
function linesOf(row: Row): string[] {
  const { status, reason, value = null, consequences, findings } = row;
  const [finding] = findings.map(findingText);
  const summary = [waivedBy(row), finding, reason, JSON.stringify(value)].find(Boolean);
  return [
    `${status === 'failed' ? '' : `${statusWord(status)}: `}${summary}`,
    ...indented(failureLines({ rows: [row], alike: [], consequences }, { findings: 10 })),
  ];
}

/** An element with the text as content and its first line as `message`, because viewers show one or the other. */
function explained(child: Child, type: string, lines: readonly string[]): string {
  const message = truncated(lines[0] ?? '', MAX_MESSAGE);
  return element(child, { message, type }, escaped(truncated(lines.join('\n'), MAX_TEXT)));
}

function seconds({ run }: Result): number {
  const milliseconds = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0;
}

/** Characters that XML 1.0 forbids, even escaped (Char, https://www.w3.org/TR/xml/#charsets). */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** @param content text that is escaped, or elements */
function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value)).replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}>${content}</${name}>`;
}

const inLines = (elements: readonly string[]): string => `\n${elements.join('\n')}\n`;

const escaped = (text: string): string =>
  text.replace(ILLEGAL, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
