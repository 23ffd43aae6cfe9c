import { FINDINGS, type FindingCode } from '../../text/findings/findings.ts';
import type { Coded, FindingKind } from '../../text/template.ts';

export type Identified = Pick<Coded, 'code' | 'params'>;

/** Identifies a finding across runs: a part for each violation, sorted and joined by hyphens. A waiver accepts only those that it names. */
export function signatureOf(requirement: string, findings: readonly Identified[]): string {
  const parts = findings.map((finding) => partOf([requirement, ...identifyingTexts(finding)].join('\n')));
  return [...new Set(parts)].sort().join('-');
}

/** The code and the values that distinguish this fault from others of its kind. */
function identifyingTexts({ code, params }: Identified): string[] {
  // A file of another version may hold a code that this version does not know.
  const known: FindingKind | undefined = FINDINGS[code as FindingCode];
  return [code, ...(known?.[3] ?? []).map((name) => JSON.stringify(params[name] ?? null))];
}

/** Six hexadecimal digits. The first is a letter: YAML never reads it as a number. */
function partOf(text: string): string {
  const digits = hash(text).toString(16).padStart(6, '0');
  return `${'abcdef'[Number.parseInt(digits[0] ?? '0', 16) % 6]}${digits.slice(1)}`;
}

/** FNV-1a of 64 bits, folded to 24 (https://datatracker.ietf.org/doc/draft-eastlake-fnv/): an attacker gains nothing from a collision. */
function hash(text: string): bigint {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  return (value >> 40n) ^ (value & 0xffffffn);
}
