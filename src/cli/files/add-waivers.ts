import { type Document, isMap, isSeq, type Node, parseDocument, stringify } from 'yaml';
import { type Config, readConfig } from '../../config/read.ts';
import type { NewWaiver } from '../../config/sections.ts';
import { CommandError } from '../../run/errors.ts';

/** The configuration with waivers appended, and the line of the first new one. Keeps comments, digits and line ends. */
export function addWaivers(text: string, entries: readonly NewWaiver[], file: string): { text: string; line: number } {
  const body = text.replace(/^\ufeff/, '').replace(/.$/, '$&\n');
  // As a number, an id above 2^53 would be written with other digits.
  const document = parseDocument(body, { intAsBigInt: true, logLevel: 'silent' });
  const before = document.contents === null ? undefined : validConfig(body, file);
  const inserted = withLines(body, document, entries);
  const isRead = inserted !== undefined && !('problems' in readConfig(inserted, file));
  const lines = isRead ? inserted : rewritten(document, entries, !before?.waivers.length);
  const written = body.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
  const target = entries[0]?.target ?? '';
  if ('problems' in readConfig(written, file) && !before?.targets.has(target))
    throw new CommandError([targetIsMissing(target, file)]);
  return { text: written, line: validConfig(written, file).waivers[before?.waivers.length ?? 0]?.line ?? 1 };
}

/** The text with lines after the last waiver, or at its end. Undefined if the list is in brackets. */
function withLines(body: string, { contents }: Document.Parsed, entries: readonly NewWaiver[]): string | undefined {
  const list = isMap(contents) ? contents.get('waivers') : undefined;
  const isList = isSeq<Node>(list) && list.flow !== true;
  if (list !== undefined && !isList) return undefined;
  const end = (isList ? list.items.at(-1)?.range?.[1] : undefined) ?? body.length;
  const start = body.slice(0, body.indexOf('\n', end - 1) + 1);
  const [indent] = isList ? (/ *$/.exec(body.slice(0, list.range?.[0])) ?? ['']) : ['  '];
  const lines = stringify(entries, { lineWidth: 0 }).replace(/^(?=.)/gm, indent);
  return `${start}${isList ? '' : 'waivers:\n'}${lines}${body.slice(start.length)}`;
}

/** The text with the waivers as the library writes it, which may move comments. */
function rewritten(document: Document, entries: readonly NewWaiver[], isFirst: boolean): string {
  const flow = isMap(document.contents) && document.contents.flow === true;
  if (isFirst) document.set('waivers', document.createNode([]));
  for (const entry of entries) document.addIn(['waivers'], document.createNode(entry));
  const json = { defaultKeyType: 'QUOTE_DOUBLE', defaultStringType: 'QUOTE_DOUBLE' } as const;
  return document.toString({ lineWidth: 0, ...(flow ? json : {}) });
}

/** Waivers need no target if the run had one by --base-url, unless its host could be the name of a target. */
const targetIsMissing = (target: string, file: string) =>
  `nothing was written: ${file} has no target ${JSON.stringify(target)}, which this run tested: add it, or repeat the run with --target`;

function validConfig(text: string, file: string): Config {
  const read = readConfig(text, file);
  if ('problems' in read) throw new CommandError(read.problems.map((problem) => `nothing was written: ${problem}`));
  return read;
}
