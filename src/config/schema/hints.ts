import { didYouMean } from '../did-you-mean.ts';
import type { Part } from './config.generated.js';

/** How to write what was meant, if the wrong form shows it. */
export function hint(value: unknown, part: Part): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value);
  if (part.type === 'boolean') return switched(text);
  if (part.type === 'integer' || part.type === 'number') return part.maximum === 1 ? share(value) : number(value);
  if (part.format === 'uri') return url(text);
  if (part.format === 'date') return /^\d{4}-\d{2}-\d{2}(?=T)/.test(text) ? `; write ${text.slice(0, 10)}` : '';
  const [, unit] = /^[\d.]+([a-z%]+)$/.exec(String(part.examples?.[0])) ?? [];
  if (unit !== undefined) return /^\d+(\.\d+)?$/.test(text) ? `; write ${text}${unit}` : '';
  const isRight = (changed: string) => part.pattern !== undefined && new RegExp(part.pattern, 'u').test(changed);
  if (typeof value === 'number' && isRight(text)) return '; it is read as a number: put it in quotes';
  return text.startsWith('$') && isRight(text.slice(1)) ? '; leave out the $' : '';
}

function number(value: string | number): string {
  const digits = String(value).replaceAll(/[_,' ]/g, '');
  return typeof value === 'string' && /^\d{1,19}(\.\d+)?$/.test(digits) ? `; write ${digits}` : '';
}

function share(value: string | number): string {
  const percent = Number.parseFloat(String(value));
  const isPercent = typeof value === 'string' ? /^\d{1,3}(\.\d+)? ?%$/.test(value) : value > 1;
  return isPercent && percent <= 100 ? `; write ${percent / 100} for ${percent} %` : number(value);
}

function switched(text: string): string {
  if (/^(yes|on|y|true|allow)$/i.test(text)) return '; write true';
  return /^(no|off|n|false|deny)$/i.test(text) ? '; write false' : '';
}

function url(text: string): string {
  if (text.includes('@')) return '; remove the credentials';
  if (/[?#]/.test(text)) return '; remove the query or fragment';
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return '; it has no scheme: https://… (or http://… for a local one)';
  if (!/^https?:/.test(text)) return '; the scheme is https or http, in small letters';
  return /[^\x00-\x7f]/.test(text) ? '; encode what is not ASCII: %C3%B6 in a path, xn--… in a host' : '';
}

/** What was meant, or the keys that are known there. */
export function unknownKey(name: string, known: readonly string[]): string {
  if (name === '<<') return 'merge keys (<<) are not read; write the keys out';
  return `unknown key${didYouMean(name, known) || `; known here: ${known.join(', ')}`}`;
}
