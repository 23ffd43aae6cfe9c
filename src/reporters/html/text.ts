import { cut, inert } from '../../text/inert.ts';

/** Maximum characters of a sentence with text of a server. */
const SENTENCE = 1_500;

/** Text of a server on one line, with visible control characters, truncated. */
export function brief(text: string, length = SENTENCE): string {
  return inert(cut(text, length));
}

/** Text with visible control characters, but with line breaks and tabs. */
export function visible(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part.replace('\r', '') : inert(part)))
    .join('');
}

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** `2026-11-21T08:33:36.554Z` as `2026-11-21 08:33:36 UTC`; anything else as it is. */
export function moment(iso: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(iso);
  return match === null ? iso : `${match[1]} ${match[2]} UTC`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${milliseconds.toFixed(0)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
