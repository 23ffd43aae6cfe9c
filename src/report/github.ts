import { namesOf, type Row } from '../result/view/rows.ts';
import type { Block, Section, View } from '../result/view/view.ts';
import { inert, truncated } from '../text/inert.ts';
import { withBlanks } from '../text/wrap.ts';
import { failureLines, indented, itemLines } from './lines.ts';

/** GitHub shows ten errors and ten warnings per step, and silently drops the rest. So the tenth says how many more there are. */
const MAX_ANNOTATIONS = 9;
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_NAMES = 5;

type Message = Readonly<Record<'title' | 'message', string>>;

/** Workflow commands for a step's stdout, an annotation for each cause. Findings have no source file, only a title. */
export function github({ result, sections, summary, unfinished, errors }: View): string {
  const messages = sections.flatMap((section) => section.blocks.flatMap((block) => messagesOf(block, section)));
  const title = unfinished.length > 0 ? 'The run did not finish' : 'The run did not pass';
  return [
    annotations('error', [
      ...(errors.length === 0 ? [] : [{ title, message: errors.join('\n') }]),
      ...messages.filter(({ isError }) => isError),
    ]),
    annotations('warning', [
      ...messages.filter(({ isError }) => !isError),
      ...result.notes.map(({ message }) => ({ title: 'storecheck', message })),
    ]),
    command('notice', { title: `storecheck: ${result.outcome}`, message: withBlanks(summary.join('\n')) }),
  ].join('');
}

function messagesOf(block: Block, { id }: Section): (Message & { readonly isError: boolean })[] {
  if (block.kind === 'failure') {
    const message = indented(failureLines(block, { findings: 1, names: MAX_NAMES })).join('\n');
    return [{ title: titleOf(block.rows), message, isError: id === 'failed' }];
  }
  if (block.kind !== 'item' || !['gate', 'waived', 'inconclusive'].includes(id)) return [];
  const { name, failsRun, rows } = block;
  const isInconclusive = id === 'inconclusive';
  const lines = itemLines(block, MAX_NAMES);
  if (isInconclusive) lines.unshift('inconclusive, so the run does not pass');
  return [{ title: name ?? titleOf(rows), message: lines.join('\n'), isError: failsRun ?? isInconclusive }];
}

function titleOf(rows: readonly Row[]): string {
  const code = rows[0]?.findings[0]?.code ?? rows[0]?.code;
  return `${namesOf(rows, MAX_NAMES)}${code === undefined ? '' : ` (${code})`}`;
}

export function annotations(name: 'error' | 'warning', messages: readonly Message[]): string {
  const rest = messages.length - MAX_ANNOTATIONS;
  const more = { title: 'storecheck', message: `and ${rest} more: see the log or the job summary` };
  const shown = [...messages.slice(0, MAX_ANNOTATIONS), ...(rest > 0 ? [more] : [])];
  return shown.map((message) => command(name, message)).join('');
}

function command(name: string, { title, message }: Message): string {
  const text = truncated(message, MAX_MESSAGE_LENGTH).split('\n').map(inert).join('\n');
  return `::${name} title=${property(inert(title))}::${data(text)}\n`;
}

/** Escapes as https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts does. */
const data = (text: string) => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string) => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
