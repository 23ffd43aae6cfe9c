import type { Names, Value } from './template.ts';

/**
 * The sentences of one kind of finding: what the service did, what the specification asks for, and what came instead. `identity` names the
 * values that tell this fault from another one of its kind: a waiver's signature hashes them and the code, and nothing else.
 */
export interface FindingText<Sentence extends string = string> {
  readonly message: Sentence;
  readonly expected: Sentence;
  readonly actual: Sentence;
  readonly identity: readonly string[];
}

/** Lets TypeScript keep the sentences as literals, and checks that `identity` names places of theirs. */
export function findingTexts<
  const Table extends Readonly<Record<string, FindingText>> & {
    readonly [Code in keyof Table]: { readonly identity: readonly PlacesOf<Table[Code]>[] };
  },
>(table: Table): Table {
  return table;
}

export type PlacesOf<Text> = Text extends FindingText
  ? Names<Text['message']> | Names<Text['expected']> | Names<Text['actual']>
  : never;

/** The values that the sentences of a finding need, by name. */
export type ParamsOf<Text> = { readonly [Name in PlacesOf<Text>]: Value };
