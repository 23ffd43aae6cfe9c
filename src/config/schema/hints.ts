import { didYouMean } from '../did-you-mean.ts';
import { VARIABLE } from './keys.ts';
import {
  BASE_URL,
  DATE,
  DURATION,
  FILE,
  LATENCY,
  PART,
  PERCENT,
  PROXY_URL,
  SHARE,
  SWITCH,
  TEXT,
  WHOLE,
} from './terms.ts';

type Hint = (value: string | number) => string;

const number: Hint = (value) => {
  const digits = String(value).replaceAll(/[_,' ]/g, '');
  return typeof value === 'string' && /^\d{1,19}(\.\d+)?$/.test(digits) ? `; write ${digits}` : '';
};

const share: Hint = (value) => {
  const percent = Number.parseFloat(String(value));
  const isPercent = typeof value === 'string' ? /^\d{1,3}(\.\d+)? ?%$/.test(value) : value > 1;
  return isPercent && percent <= 100 ? `; write ${percent / 100} for ${percent} %` : number(value);
};

const switched: Hint = (value) => {
  if (/^(yes|on|y|true|allow)$/i.test(String(value))) return '; write true';
  return /^(no|off|n|false|deny)$/i.test(String(value)) ? '; write false' : '';
};

const url: Hint = (value) => {
  const text = String(value);
  if (text.includes('@')) return '; remove the credentials';
  if (/[?#]/.test(text)) return '; remove the query or fragment';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return '; it has no scheme: https://… (or http://… for a local one)';
  return /^https?:/.test(text) ? '' : '; the scheme is https or http, in small letters';
};

const unit =
  (sign: string): Hint =>
  (value) =>
    /^\d+(\.\d+)?$/.test(String(value)) ? `; write ${value}${sign}` : '';

const text: Hint = (value) => (typeof value === 'number' ? '; it is read as a number: put it in quotes' : '');

/** How to write what was meant, for values whose wrong form shows it. By the title of what belongs there. */
const HINTS: Readonly<Record<string, Hint>> = {
  [WHOLE.title]: number,
  [SHARE.title]: share,
  [PART.title]: share,
  [SWITCH.title]: switched,
  [DURATION.title]: (value) => (typeof value === 'string' && /^\d+$/.test(value) ? `; write ${value}s` : ''),
  [LATENCY.title]: unit('ms'),
  [PERCENT.title]: unit('%'),
  [BASE_URL.title]: url,
  [PROXY_URL.title]: url,
  [TEXT.title]: text,
  [FILE.title]: text,
  [VARIABLE.title]: (value) => (String(value).startsWith('$') ? '; leave out the $' : ''),
  [DATE.title]: (value) => {
    const date = /^\d{4}-\d{2}-\d{2}(?=T)/.exec(String(value))?.[0];
    return date === undefined ? '' : `; write ${date}`;
  },
};

export function hint(value: unknown, title: string): string {
  return typeof value === 'string' || typeof value === 'number' ? (HINTS[title]?.(value) ?? '') : '';
}

/** What was meant, or the keys that stand there. */
export function unknownKey(name: string, known: readonly string[]): string {
  if (name === '<<') return 'merge keys (<<) are not read; write the keys out';
  return `unknown key${didYouMean(name, known) || `; known here: ${known.join(', ')}`}`;
}
