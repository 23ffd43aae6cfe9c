import type { Settings } from '../exchange/records/run-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { inLetters } from '../store/animal.ts';
import { createdAnimals } from '../store/views.ts';
import type { Probe } from './probe.ts';

/** A service may refuse longer names. */
const MAX_NAME_LENGTH = 40;

/** A unique name with the run's tag and the probe, in letters and blanks: `Storecheck maepgh missing name`. It shows a change of case. */
export function markedName({ tag }: Settings, probe: string): string {
  const name = probe.replace(/^(?:create|explore)\.(?:rejects\.)?/, '');
  const words = inLetters(`${tag} ${name}`).replace(/[^a-z]+/g, ' ');
  return `Storecheck ${words}`.slice(0, MAX_NAME_LENGTH).trimEnd();
}

/** The probe that creates the first animal: the valid counterpart of every refused payload. */
export const BASE_PROBE = 'create.available';
export const KNOWN_CATEGORY_PROBE = 'create.known-category';

/** A number within int32 that no other probe sends, to recognise an animal whose name was rejected or changed. */
export function markedNumber({ tag }: Settings, probe: string): number {
  const place = [...probe].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 1_000_000_007, 0);
  return 1_000_000_000 + ((Number.parseInt(tag, 16) * 61 + place) % 1_000_000_000);
}

/** A category that the deployment knows, if it is configured to know only some or has refused ours; undefined if it takes any number. */
function onlyCategory({ head: { settings }, exchanges }: Trace): string | undefined {
  const accepted = createdAnimals(exchanges).find(({ exchange }) => exchange.probe === KNOWN_CATEGORY_PROBE);
  return settings.categories?.[0] ?? accepted?.sent.categoryId;
}

export const literal = (value: string | number): string => JSON.stringify(value);

/** The values of a payload as JSON text, so that digits beyond 2^53 stay as written. */
export type Fields = Readonly<Record<string, string | undefined>>;

export type ProbeContext = ReturnType<typeof contextOf>;

/** A trace with what only one probe sends, by which its animal can be recognised. */
function contextOf(probe: string, trace: Trace) {
  const { settings } = trace.head;
  const [mark, number] = [markedName(settings, probe), markedNumber(settings, probe)];
  /** The fields of a valid payload with the probe's name and number, and with changes. */
  const fields = (change: Fields = {}): Fields => ({
    name: literal(mark),
    categoryId: onlyCategory(trace) ?? String(number),
    status: literal('available'),
    ...change,
  });
  /** A change to this category, unless the deployment knows only certain ones. */
  const inCategory = (digits: string): Fields => (onlyCategory(trace) === undefined ? { categoryId: digits } : {});
  return { ...trace, mark, number, fields, inCategory };
}

/** A probe that only reads and needs no earlier response, unless `more` differs. */
export const probe = (
  id: string,
  title: string,
  build: (context: ProbeContext) => ReturnType<Probe['build']>,
  more: Partial<Probe> = {},
): Probe => ({ id, title, writes: false, uses: [], build: (trace) => build(contextOf(id, trace)), ...more });

/** A probe that creates an animal of its own. */
export const creating = (...[id, title, build, more]: Parameters<typeof probe>): Probe =>
  probe(id, title, build, { writes: true, stores: true, ...more });

/** Writes fields as a JSON object with these separators; undefined ones are omitted. */
export const objectForm =
  (open: string, colon: string, comma: string, close: string, nameForm: (name: string) => string = literal) =>
  (fields: Fields): string => {
    const known = Object.entries(fields).filter(([, value]) => value !== undefined);
    return open + known.map(([name, value]) => `${nameForm(name)}${colon}${value}`).join(comma) + close;
  };

/** A creation payload as JSON text. */
export const payload = objectForm('{', ':', ',', '}');
