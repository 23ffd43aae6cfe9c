import { CONFIG_SCHEMA } from '../../src/config/schema.ts';

interface Part {
  readonly title?: string;
  readonly description?: string;
  readonly default?: string | number;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly patternProperties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | false;
  readonly propertyNames?: Part;
  readonly items?: Part;
  readonly else?: Part;
}

/** The reference of docs/configuration.md: one row for every key that the schema knows. */
export function reference(): string {
  const rows = rowsOf(CONFIG_SCHEMA as object as Part, '').map(([key, is, what]) => `| ${key} | ${is} | ${what} |`);
  return ['| Key | is | |', '|---|---|---|', ...rows].join('\n');
}

function rowsOf(part: Part, path: string): [string, string, string][] {
  const { properties = {}, patternProperties = {}, additionalProperties: other, items } = part;
  const named = Object.entries(properties).filter(([name]) => name !== '$schema');
  return [
    ...named.flatMap(([name, inner]) =>
      entry(inner, path === '' ? name : `${path}.${name}`, part.required?.includes(name) === true),
    ),
    // A plan that the document does not have is described in the text.
    ...Object.values(patternProperties).flatMap((inner) => rowsOf(inner, `${path}.PLAN`)),
    ...(other && Object.keys(patternProperties).length === 0
      ? rowsOf(other, `${path}.${part.propertyNames?.enum === undefined && path === 'targets' ? 'NAME' : 'PLAN'}`)
      : []),
    ...(items === undefined ? [] : rowsOf(items, `${path}[]`)),
  ];
}

/** Keys and their sources are described in the text: their parts would be repeated at every place. */
function entry(part: Part, path: string, required: boolean): [string, string, string][] {
  const what = `${required ? 'Required. ' : ''}${part.description ?? ''}${part.default === undefined ? '' : ` Default: ${part.default}.`}`;
  const inner = /\.(keys|secondKeys)$/.test(path) ? [] : rowsOf(part, path);
  return [[`\`${path}\``, part.title ?? '', what], ...inner];
}
