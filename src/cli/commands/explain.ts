import { Command } from 'commander';
import type { Io } from '../../io/io.ts';
import { wrap } from '../../reporters/text/inert.ts';
import type { RequirementId } from '../../spec/requirements/index.ts';
import { ENDS } from '../../text/ends.ts';
import type { FindingText } from '../../text/finding.ts';
import { IDENTITY_WORDS } from '../../text/findings/identity.ts';
import { FINDINGS } from '../../text/findings/index.ts';
import REPORTED from '../../text/findings/requirements.generated.json' with { type: 'json' };
import { GLOSSARY } from '../../text/glossary.ts';
import { K6_PROBLEMS } from '../../text/k6-problems.ts';
import { MISTAKES } from '../../text/mistakes.ts';
import { NOTES } from '../../text/notes.ts';
import { REASON_ADVICE } from '../../text/reason-advice.ts';
import { REASON_PARTS } from '../../text/reason-parts.ts';
import { REASONS } from '../../text/reasons/index.ts';
import { SKIPS } from '../../text/skips.ts';
import { withNames } from '../../text/template.ts';
import { WAITS } from '../../text/waits.ts';
import { called } from '../console/called.ts';
import { widthFor } from '../console/console.ts';
import { explanation } from '../console/explanation.ts';
import { problemsOf } from '../options/options.ts';
import { matchingRequirements } from './list.ts';

/** `storecheck explain ID`: explains a requirement, with the command that shows a failing run, or a code of results.json. */
export function explainCommand(io: Io): Command {
  const command = new Command('explain');
  return command
    .argument(
      '<id>',
      "requirement id, area or pattern ('storecheck list' prints all), or the code of a finding or reason (the field `code` in results.json)",
    )
    .action(async (pattern: string) => {
      const problems = problemsOf(command);
      const width = widthFor(io.stdout.columns);
      const meaning = codeExplanation(pattern, width);
      const rows = meaning === undefined ? matchingRequirements(pattern, problems) : [];
      problems.check();
      if (meaning !== undefined) io.stdout.write(meaning);
      io.stdout.write(rows.map(({ id }) => explanation(id, width, called(io))).join('\n'));
      const [only, ...others] = rows;
      if (only !== undefined && others.length === 0) {
        const example = await failingRun(only.id, width, io);
        if (example !== '') io.stdout.write(`\n${example}`);
      }
    });
}

/** `storecheck explain CODE`: the sentences of a code with the names of their values. A code of several catalogues has several. Undefined for other words. */
export function codeExplanation(code: string, width: number): string | undefined {
  const meanings = CATALOGUES.flatMap(([meaning, linesOf]) =>
    linesOf(code).map((lines) => [typeof meaning === 'string' ? meaning : meaning(code), '', ...lines]),
  );
  if (meanings.length === 0) return undefined;
  const ids = new Map(Object.entries(REPORTED)).get(code);
  if (ids !== undefined) meanings.push([`storecheck's own tests show it for: ${ids.replaceAll(' ', ', ')}`]);
  const blocks = meanings.map((lines) => lines.map((text) => (text === '' ? '' : wrap(text, width, '  ', '    '))));
  return [code, ...blocks.map((lines) => `${lines.join('\n')}\n`)].join('\n');
}

const identityWords = (name: string): string => new Map(Object.entries(IDENTITY_WORDS)).get(name) ?? name;

/** `one operation, one status and one probe` */
const listOf = (parts: readonly string[]): string => parts.join(', ').replace(/, ([^,]*)$/, ' and $1');

/** Finds a code in a catalogue, and explains its entry. */
const entries =
  <Entry>(catalogue: Readonly<Record<string, Entry>>, linesOf: (entry: Entry) => readonly string[]) =>
  (code: string) =>
    Object.entries(catalogue).flatMap(([known, entry]) => (known === code ? [linesOf(entry).map(withNames)] : []));

const sentences = (catalogue: Readonly<Record<string, string>>) => entries(catalogue, (sentence) => [sentence]);

function reasonMeaning(code: string): string {
  const part = new Map(Object.entries(REASON_PARTS)).get(code);
  return part === undefined
    ? 'a reason why a requirement is inconclusive, not applicable or skipped'
    : `a part of another message: ${part}`;
}

const CATALOGUES: readonly (readonly [
  meaning: string | ((code: string) => string),
  linesOf: ReturnType<typeof sentences>,
])[] = [
  [
    'a kind of violation',
    entries<FindingText>(FINDINGS, ({ message, expected, actual, identity = [] }) => [
      message,
      `expected  ${expected}`,
      `actual    ${actual}`,
      '',
      'In angle brackets: values of the finding, by name in `params` of results.json.',
      ...(identity.length === 0 ? [] : ['', `A waiver covers ${listOf(identity.map(identityWords))}.`]),
    ]),
  ],
  ['a mistake in the set-up of a run', entries(MISTAKES, ({ message, fix }) => [message, `fix  ${fix}`])],
  [
    reasonMeaning,
    (code) => {
      const advice = sentences(REASON_ADVICE)(code).map(([text = '']) => `next  ${text}`);
      return sentences(REASONS)(code).map((lines) => [...lines, ...advice]);
    },
  ],
  ['a warning or note about a run', sentences(NOTES)],
  ['a reason why a request was skipped', sentences(SKIPS)],
  ['a reason to wait', sentences(WAITS)],
  ['why a run ended early', sentences(ENDS)],
  ['a problem with a run of k6', sentences(K6_PROBLEMS)],
  ['a word of a capacity report', sentences(GLOSSARY)],
];

/** How to see a run in which the requirement fails. Empty if no fault of the reference server violates it. */
async function failingRun(id: RequirementId, width: number, io: Io): Promise<string> {
  const { checkFaults, limitFaults } = await import('../../reference/index.ts');
  const fault = [...checkFaults, ...limitFaults].find(({ breaks }) => breaks.includes(id));
  if (fault === undefined) return '';
  const intro = `to see a failing run, use a reference server with the fault ${fault.id} (${fault.title}):`;
  return `${wrap(intro, width, '  ', '    ')}\n    ${called(io)} demo --fault ${fault.id}\n`;
}
