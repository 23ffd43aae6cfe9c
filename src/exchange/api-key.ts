import type { KeyLabel } from './records/types.ts';

declare const brand: unique symbol;

/** A key of the service. Printing or serialising it gives only its label: `free#1`. */
export interface ApiKey {
  readonly [brand]: true;
  readonly label: KeyLabel;
  readonly toString: () => string;
  readonly toJSON: () => string;
}

const values = new WeakMap<ApiKey, string>();

export function apiKey(label: KeyLabel, value: string): ApiKey {
  const toLabel = () => label;
  const members = { label, toString: toLabel, toJSON: toLabel, [Symbol.for('nodejs.util.inspect.custom')]: toLabel };
  const key = Object.freeze(members) as unknown as ApiKey;
  values.set(key, value);
  return key;
}

/** The value of a key. Only the files that tests/confined.txt lists may call it. */
export function revealKey(key: ApiKey): string {
  const value = values.get(key);
  if (value === undefined) throw new TypeError(`${key.label} was not made by apiKey`);
  return value;
}

export const isEmptyKey = (key: ApiKey): boolean => revealKey(key) === '';

export const isSameKey = (a: ApiKey, b: ApiKey): boolean => revealKey(a) === revealKey(b);

/** Whether the key contains letters, so that flipping its case gives another key. */
export const hasLetters = (key: ApiKey): boolean => /[a-z]/i.test(revealKey(key));

/** The name of the environment variable with a plan's key, unless the user names another source. */
export const keyVariable = (plan: string) => `STORE_API_KEY_${plan.toUpperCase()}`;
