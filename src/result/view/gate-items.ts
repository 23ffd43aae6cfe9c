import { isObject } from '../../exchange/json.ts';
import { isFailing } from '../../judge/gate/gate.ts';
import type { RequirementResult, Result } from '../result.ts';
import { rowName } from './rows.ts';

/** How to fix a waiver. */
const FIXES = {
  expired: 'fix the service and remove the waiver, or set a new date',
  unused: 'run again, and remove it if it is still unused',
  'no-such-requirement': 'correct the id, or remove the waiver',
  'other-signature': 'fix the service, or add a waiver with storecheck accept',
} as const satisfies Record<NonNullable<Result['waiverProblems']>[number]['flaw'], string>;

/** Something that concerns the gate and is not a requirement: a waiver to be fixed, or an open behaviour that has changed. */
export type GateProblem = ReturnType<typeof gateProblems>[number];

/** @param folder the run's folder in commands */
export function gateProblems({ waiverProblems = [], drift = [], settings, setUp }: Result, folder: string) {
  const waivers = waiverProblems.map((problem) => {
    const { requirement, file, line, message, flaw } = problem;
    return {
      kind: 'waiver' as const,
      // After a mistake in the set-up nothing is known about the service, so nothing about the waivers either.
      fails: setUp === undefined && isFailing(problem, settings.failOn),
      name: `waiver of ${requirement} (${file === undefined ? 'line ' : `${file}:`}${line})`,
      text: `${message}: ${FIXES[flaw]}`,
    };
  });
  const drifts = drift.map((one) => ({
    kind: 'drift' as const,
    fails: settings.failOn.includes('drift'),
    name: `drift of ${rowName(one)}`,
    text: `${driftText(one)}; storecheck accept ${folder} --observed accepts it`,
  }));
  return [...waivers, ...drifts];
}

/** A measured fraction with four digits. */
function observedWords(value: unknown = null): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => observedWords(one)).join(', ');
  if (typeof value === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(4)));
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The same on one line: the members of an object with their labels. */
export function observedLine(value: RequirementResult['value'] | null): string {
  if (!isObject(value)) return observedWords(value);
  return Object.entries(value)
    .map(([name, one]) => `${memberLabel(name)}: ${observedWords(one)}`)
    .join('; ');
}

/** `seconds later` for `secondsLater`, `400 (request list.limit-maximum)` for `400 list.limit-maximum`. */
const memberLabel = (name: string): string =>
  name
    .replace(/^(\d{3}) (\S+)$/, '$1 (request $2)')
    .replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** What changed, by member, because complete values would be hard to read: `class: fixed → bucket`. */
export function driftText({ pinned, seen }: NonNullable<Result['drift']>[number]): string {
  if (!isObject(pinned) || !isObject(seen)) return `${observedWords(pinned)} → ${observedWords(seen)}`;
  const changes = Object.keys(seen).map(
    (name) => `${memberLabel(name)}: ${observedWords(pinned[name])} → ${observedWords(seen[name])}`,
  );
  return changes.join('; ');
}
