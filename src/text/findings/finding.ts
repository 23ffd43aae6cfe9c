import type { MoreNames, Names, Value } from '../template.ts';

/**
 * The sentences of one kind of finding: what the service did, what the specification asks for, and what came instead. `identity` names the
 * values that distinguish this fault from others of its kind, in a sentence or not: a waiver's signature hashes the code and them only.
 */
export interface FindingText<Sentence extends string = string> {
  readonly message: Sentence;
  readonly expected: Sentence;
  readonly actual: Sentence;
  readonly identity?: readonly string[];
}

/** Lets TypeScript keep the sentences as literals. */
export function findingTexts<const Table extends Readonly<Record<string, FindingText>>>(table: Table): Table {
  return table;
}

/** The sentences of a response whose status is wrong. `said`: how its body explains it. */
export const wrongStatus = <const Message extends string, const Expected extends string>(
  message: Message,
  expected: Expected,
) => ({ message, expected, actual: '{status}{said:also}', identity: ['status'] }) as const;

/** Ends what a service did if identical requests did not always show it. */
export const withShare = (actual: string, shown: number, sent: number): string =>
  `${actual} (${shown} of ${sent} identical requests)`;

type SentencesOf<Text> = Text extends FindingText ? Text['message'] | Text['expected'] | Text['actual'] : never;

type IdentityOf<Text> = Text extends { readonly identity: readonly (infer Name extends string)[] } ? Name : never;

/** The values of a finding, by name: those in its sentences and those of its identity. */
export type ParamsOf<Text> = { readonly [Name in Names<SentencesOf<Text>> | IdentityOf<Text>]: Value } & {
  readonly [Name in MoreNames<SentencesOf<Text>>]?: Value;
};
