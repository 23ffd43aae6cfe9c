import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_SCHEMA } from '../../src/config/config-schema.ts';
import { said } from './files.ts';

const path = resolve(import.meta.dirname, '../../docs/configuration.md');
const text = readFileSync(path, 'utf8');

it('docs/configuration.md describes the schema', async () => {
  const marks = /(<!-- reference -->\n)[\s\S]*(<!-- \/reference -->)/;
  expect(text).toMatch(marks);
  await expect(text.replace(marks, (_all, begin, end) => `${begin}${reference()}\n${end}`)).toMatchFileSnapshot(path);
});

it('storecheck accepts the examples of docs/configuration.md', () => {
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(said(example)).toEqual([]);
});

it('storecheck prints the messages of docs/configuration.md', () => {
  const [, shown = ''] = /```\n(storecheck\.yaml:[\s\S]*?)```/.exec(text) ?? [];
  const file = [
    'targets:\n  staging:\n    # the file of the example, with three mistakes\n    baseUrl: https://staging.example.com/v1',
    '    class: stagign\n\n\n\n\n\n\n    budgets: { shareOfDay: 50 }\nwaivers:',
    '  - requirement: auth.www-authenticate\n    target: staging\n    signature: "…"\n    reason: known\n\n    owner: team-store\n\n    expires: 2027-02-30\n',
  ].join('\n');
  expect(said(file).map((problem) => `storecheck.yaml:${problem}`)).toEqual(shown.trim().split('\n'));
});

interface Part {
  readonly title?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Part>>;
  readonly patternProperties?: Readonly<Record<string, Part>>;
  readonly additionalProperties?: Part | false;
  readonly items?: Part;
}

/** The reference of docs/configuration.md: one row for every key that the schema knows. */
function reference(): string {
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
    // A plan that the specification does not have is described in the text.
    ...Object.values(patternProperties).flatMap((inner) => rowsOf(inner, `${path}.PLAN`)),
    ...(other && Object.keys(patternProperties).length === 0
      ? rowsOf(other, `${path}.${path === 'targets' ? 'NAME' : 'PLAN'}`)
      : []),
    ...(items === undefined ? [] : rowsOf(items, `${path}[]`)),
  ];
}

/** Keys and their sources are described in the text: their parts would be repeated at every place. */
function entry(part: Part, path: string, required: boolean): [string, string, string][] {
  const what = `${required ? 'Required. ' : ''}${part.description ?? ''}`;
  const inner = /\.(keys|secondKeys)$/.test(path) ? [] : rowsOf(part, path);
  return [[`\`${path}\``, part.title ?? '', what], ...inner];
}
