import type { Kind, Reading, Report } from './kinds.ts';
import { GROUPS, SETTINGS, type Setting, TESTS } from './table.ts';

export type Name = keyof typeof SETTINGS;
type Row<N extends Name> = (typeof SETTINGS)[N];
type ValueOf<N extends Name> = Row<N> extends { readonly kind: Kind<infer T> } ? T : never;

/** The options of a command line as commander gives them. */
export type Flags = { readonly [N in Name as Row<N> extends { flag: string } ? N : never]?: Typed<Row<N>> };
type Typed<R> = R extends { kind: { repeatable: true } }
  ? readonly string[]
  : R extends { flag: `${string} <${string}` }
    ? string
    : R extends { flag: `${string} [${string}` }
      ? string | true
      : boolean;

/** The values of a place: a target of storecheck.yaml, the file, or the options. */
export type Values = { readonly [N in Name]?: ValueOf<N> };

/** The value of every setting: from the option, else from storecheck.yaml, else its default. */
export type Settings = {
  readonly [N in Name]: ValueOf<N> | (Row<N> extends { readonly default: unknown } ? never : undefined);
};

export const ROWS = Object.entries(SETTINGS) as readonly (readonly [Name, Setting])[];

/** The groups of options that say which service, which keys, and what may be sent. */
const REPEATED = ['Target:', 'Keys and plans:', 'Permissions:'] as const;

/** The options of a command line that a printed command has again, as words, except what names the target, which is known. No password of a proxy. */
export function repeatedOptions(flags: Flags): string[][] {
  const rows = REPEATED.flatMap((group) => Object.entries<Setting>(GROUPS[group]));
  return rows.flatMap(([name, { flag, commands = [] }]) => {
    const isNamed = name === 'target' || name === 'baseUrl' || flag === undefined;
    if (isNamed || !TESTS.every((command) => commands.includes(command))) return [];
    const texts = [flags[name as keyof Flags] ?? []].flat().map(String);
    const [option = ''] = flag.split(' ');
    return texts.filter((text) => !text.includes('@')).map((text) => (flag === option ? [option] : [option, text]));
  });
}

export function readOption<T>(kind: Kind<T>, text: unknown, option: string, report: Report): T | undefined {
  let isReported = false;
  const reading: Reading = {
    report: (problem) => {
      isReported = true;
      return report(`${option}: ${problem}`);
    },
    path: (path) => path,
    source: () => undefined,
  };
  const found = kind.read(text, reading);
  return found === undefined && !isReported ? report(`${option}: expected ${kind.schema['title']}`) : found;
}
