import { type Document, isMap, isSeq, parseDocument, stringify, type YAMLSeq } from 'yaml';
import type { Config } from '../../config/read.ts';
import { readConfig } from '../../config/read.ts';
import { UsageError } from '../../run/errors.ts';
import type { PlanName } from '../../spec/plans.ts';

/** As written to the file. */
export interface NewWaiver {
  readonly requirement: string;
  readonly plan?: PlanName;
  readonly target: string;
  readonly signature: string;
  readonly reason: string;
  readonly owner: string;
  readonly expires: string;
}

const NEW_LIST = 'waivers:\n  # The signature identifies the violation. The waiver accepts no other.\n';

function waiversText(entries: readonly NewWaiver[], indent = '  '): string {
  return stringify(entries, { lineWidth: 0 }).replace(/^(?=.)/gm, indent);
}

/** The configuration with waivers appended as text, and the line of the first new one: the parser's writer, used only for lists in brackets and JSON, does not keep line breaks and indentation. */
export function addWaivers(text: string, entries: readonly NewWaiver[], file: string): { text: string; line: number } {
  const body = text.replace(/^\ufeff/, '');
  // As a number, an id above 2^53 would be written with other digits.
  const document = parseDocument(body, { intAsBigInt: true, logLevel: 'silent' });
  const old = document.contents === null ? [] : refuseProblems(body, file, '').waivers;
  refuseDuplicates(old, entries, file);
  const lines = insert(body, document, entries) ?? rewrite(document, entries);
  const written = body.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
  const { waivers } = refuseProblems(written, file, 'nothing was written: ');
  return { text: written, line: waivers[old.length]?.line ?? 1 };
}

function refuseProblems(text: string, file: string, why: string): Config {
  const read = readConfig(text, file);
  if ('problems' in read) throw new UsageError(read.problems.map((problem) => `${why}${problem}`));
  return read.config;
}

/** An expired waiver has the identity of its successor. */
function refuseDuplicates(waivers: Config['waivers'], entries: readonly NewWaiver[], file: string): void {
  const problems = entries.flatMap((entry) => {
    const same = waivers.find((one) => IDENTITY.every((name) => one[name] === entry[name]));
    if (same === undefined) return [];
    const { line, requirement, expires } = same;
    return `${file}:${line}: this waiver of ${requirement} accepts the same violation, until ${expires}: change its date there; nothing was written`;
  });
  if (problems.length > 0) throw new UsageError(problems);
}

const IDENTITY = ['requirement', 'plan', 'target', 'signature'] as const;

function waiversOf(document: Document.Parsed): YAMLSeq.Parsed | undefined {
  const list: unknown = isMap(document.contents) ? document.get('waivers', true) : undefined;
  return isSeq(list) ? (list as YAMLSeq.Parsed) : undefined;
}

/** The text with the new lines, for block lists. */
function insert(text: string, document: Document.Parsed, entries: readonly NewWaiver[]): string | undefined {
  const { contents } = document;
  if (contents === null || (isMap(contents) && contents.flow !== true && !contents.has('waivers')))
    return `${text}${/(^|\n)$/.test(text) ? '' : '\n'}${NEW_LIST}${waiversText(entries)}`;
  const list = waiversOf(document);
  const behind = list?.items.at(-1)?.range?.[1];
  if (list === undefined || list.flow === true || behind === undefined) return undefined;
  const lineEnd = text[behind - 1] === '\n' ? behind : text.indexOf('\n', behind) + 1;
  const head = lineEnd === 0 ? `${text}\n` : text.slice(0, lineEnd);
  const indent = /[^\n]*$/.exec(text.slice(0, list.range[0]))?.[0] ?? '';
  return `${head}${waiversText(entries, indent)}${text.slice(head.length)}`;
}

function rewrite(document: Document.Parsed, entries: readonly NewWaiver[]): string {
  const flow = isMap(document.contents) && document.contents.flow === true;
  if ((waiversOf(document)?.items.length ?? 0) === 0) document.set('waivers', document.createNode([], { flow }));
  for (const entry of entries) document.addIn(['waivers'], document.createNode(entry, { flow }));
  const json = { defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE' } as const;
  return document.toString({ lineWidth: 0, ...(flow ? json : {}) });
}
