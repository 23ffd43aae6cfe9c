import { excerpt } from '../rule.ts';

/** A field of an animal as a finding shows it. */
export function shownField(value: string | null | undefined): string {
  return value === undefined ? 'nothing' : excerpt(JSON.stringify(value), 160);
}
