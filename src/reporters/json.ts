import type { Result } from '../result/result.ts';

/** results.json. */
export function json(result: Result): string {
  return `${inertJson(result, 2)}\n`;
}

/** JSON with escaped control characters, so that a terminal does not interpret them. The value stays the same. */
export function inertJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (char) =>
    [...Array(char.length).keys()].map((unit) => `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
}
