import { wrap } from '../../reporters/text/inert.ts';
import { FINDINGS } from '../../text/findings/index.ts';
import { MISTAKES } from '../../text/mistakes.ts';
import { NOTES } from '../../text/notes.ts';
import { REASONS } from '../../text/reasons/index.ts';
import { SKIPS } from '../../text/skips.ts';
import { WAITS } from '../../text/waits.ts';

/** The catalogues of one sentence each, and what their codes mean. */
const SENTENCES: readonly (readonly [meaning: string, Readonly<Record<string, string>>])[] = [
  ['a reason why a requirement has no verdict', REASONS],
  ['a warning or note about a run', NOTES],
  ['a reason why a request was skipped', SKIPS],
  ['a reason to wait', WAITS],
];

/** `storecheck explain CODE`: the sentences of a code with their places. A code of several catalogues has several. Undefined for other words. */
export function codeExplanation(code: string, width: number): string | undefined {
  const meanings = [...violation(code), ...mistake(code), ...sentences(code)];
  if (meanings.length === 0) return undefined;
  const blocks = meanings.map((lines) => lines.map((text) => (text === '' ? '' : wrap(text, width, '  ', '    '))));
  return [code, ...blocks.map((lines) => `${lines.join('\n')}\n`)].join('\n');
}

const textsOf = <Text>(table: Readonly<Record<string, Text>>, code: string): Text[] =>
  Object.entries(table).flatMap(([known, text]) => (known === code ? [text] : []));

const violation = (code: string) =>
  textsOf(FINDINGS, code).map(({ message, expected, actual, identity }) => [
    'a kind of violation',
    '',
    message,
    `expected  ${expected}`,
    `actual    ${actual}`,
    ...(identity.length === 0 ? [] : ['', `a waiver accepts one combination of: ${identity.join(', ')}`]),
  ]);

const mistake = (code: string) =>
  textsOf(MISTAKES, code).map(({ message, fix }) => ['a mistake in the set-up of a run', '', message, `fix  ${fix}`]);

const sentences = (code: string) =>
  SENTENCES.flatMap(([meaning, table]) => textsOf(table, code).map((sentence) => [meaning, '', sentence]));
