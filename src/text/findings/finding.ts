import type { Params, Value } from '../template.ts';

/**
 * One kind of finding: what the service did, what the specification asks for, and what came instead. TypeScript keeps the sentences as
 * literals. `identity`: the values that distinguish this fault from others of its kind, in a sentence or not: a waiver's signature hashes
 * the code and them only.
 */
export const finding = <
  const Message extends string,
  const Expected extends string,
  const Actual extends string,
  const Identity extends readonly string[] = readonly [],
>(
  message: Message,
  expected: Expected,
  actual: Actual,
  identity?: Identity,
) => ({ message, expected, actual, identity });

/** Rows whose messages begin alike, and which the same values distinguish from others of their kind, beside their own. */
export const beginning =
  <const Start extends string, const Own extends readonly string[]>(start: Start, own: Own) =>
  <
    const What extends string,
    const Expected extends string,
    const Actual extends string,
    const More extends readonly string[] = readonly [],
  >(
    what: What,
    expected: Expected,
    actual: Actual,
    more: More | readonly [] = [],
  ) =>
    finding(`${start} ${what}`, expected, actual, [...own, ...more]);

/** A violation that one response shows. */
export const returned = beginning('{request} returned', ['operation', 'status']);

/** A response whose status is wrong. `said`: how its body explains it. */
export const wrongStatus = <
  const Message extends string,
  const Expected extends string,
  const Identity extends readonly string[] = readonly ['status'],
>(
  message: Message,
  expected: Expected,
  identity: Identity | readonly ['status'] = ['status'],
) => finding(message, expected, '{status}{said:also}', identity);

/** Ends what a service did if the same request did not always show it. */
export const withShare = (actual: string, shown: number, sent: number): string =>
  `${actual} (${shown} of the ${sent} times that this request was sent)`;

/** The values of a finding, by name: those in its sentences and those of its identity. */
export type ParamsOf<Text extends ReturnType<typeof finding>> = Params<Text['message' | 'expected' | 'actual']> & {
  readonly [Name in NonNullable<Text['identity']>[number]]: Value;
};
