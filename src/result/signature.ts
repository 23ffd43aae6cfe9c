import type { Finding } from '../rules/outcome.ts';
import { FINDINGS, isFindingCode } from '../text/findings/index.ts';

type Text = Pick<Finding, 'params' | 'message' | 'expected' | 'actual'> & { readonly code?: string };

/**
 * Identifies a finding across runs: a mark for each violation of the requirement, deduplicated and sorted, joined
 * by hyphens. So a waiver accepts the violations that it names, or fewer, and no others.
 */
export function signatureOf(requirement: string, findings: readonly Text[]): string {
  const marks = findings.map((finding) => markOf([requirement, ...identityOf(finding)].join('\n')));
  return [...new Set(marks)].sort().join('-');
}

/** The code and the values that tell this fault from another one of its kind. A finding without a code is told by its texts. */
function identityOf(finding: Text): string[] {
  const { code, params = {} } = finding;
  if (code === undefined || !isFindingCode(code)) return lastingTexts(finding);
  const identity: readonly string[] = FINDINGS[code].identity;
  return [code, ...identity.map((name) => JSON.stringify(params[name] ?? null))];
}

/** Six hexadecimal digits. The first is a letter: YAML never reads it as a number. */
function markOf(text: string): string {
  const digits = hash(text).toString(16).padStart(6, '0');
  return `${'abcdef'[Number.parseInt(digits[0] ?? '0', 16) % 6]}${digits.slice(1)}`;
}

/** Where the message is about a header that counts, a number by itself is no status. */
function lastingTexts({ message, expected, actual }: Text): string[] {
  const counts = /\b(?:X-RateLimit|Remaining|Retry-After)\b/.test(message);
  return [lasting(message), ...[expected, actual].map((text) => lasting(text, counts ? COUNT : STATUS_BEFORE))];
}

/** Each pattern and what stands for it. In this order: a date is no three numbers. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  // JSON within a string holds what is stored.
  [/"[[{](?:[^"\\]|\\.)*"/g, '{JSON}'],
  // Names of the run's own animals, whole or cut off (probes/marker.ts).
  [/(storecheck) [\da-f]*/gi, '$1 #'],
  // Names of animals that happened to be there.
  [/ \("(?:[^"\\]|\\.)*"\)/g, ''],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]*\d\d:\d\d:\d\d(?: GMT)?/g, '{date}'],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/g, '{ISO date}'],
  [/https?:\/\/[^/\s"'`]+/g, '{host}'],
  // Which page of a list shows a fault depends on what the store holds.
  [/\b((?:GET|POST|PUT|PATCH|DELETE) \/[^\s?]*)\?\S*/g, '$1'],
  // Ids of requests, traces and the like.
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '#'],
  [/\b(?=\d*[a-z])(?=[a-z_]*\d)(?:\w{12,}|[\da-f]{6,})\b/gi, '#'],
];

/** Characters: a hostile service may say as much as it likes. */
const MOST = 1_000;

/** A status is part of the fault; every other number is of the run. */
const NUMBER = /(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
const STATUS_BEFORE = /(?:\b(?:answered|with|status|by)|^) ?"?\(?$/;
const COUNT = /\b(?:answered|with|status|by) "?\(?$/;
const STATUS_AFTER = /^(?:$|"|[):,]| \(| (?:with|without|or|above|for|and)\b)/;

function lasting(text: string, statusBefore = STATUS_BEFORE): string {
  const dateless = PASSING.reduce((rest, [pattern, sign]) => rest.replace(pattern, sign), text.slice(0, MOST));
  const numberless = dateless.replace(NUMBER, (number: string, at: number) =>
    /^[1-5]\d\d$/.test(number) &&
    statusBefore.test(dateless.slice(Math.max(0, at - 12), at)) &&
    STATUS_AFTER.test(dateless.slice(at + number.length))
      ? number
      : '#',
  );
  // One or several of a kind, and lists of numbers.
  return numberless.replace(/# ([a-z]{3,}?)s\b/g, '# $1').replace(/#(?:, #)+/g, '#');
}

/** FNV-1a of 64 bits, folded to 24 (https://datatracker.ietf.org/doc/draft-eastlake-fnv/): nobody gains by a collision. */
function hash(text: string): bigint {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return (value >> 40n) ^ (value & 0xffffffn);
}
