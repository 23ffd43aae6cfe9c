import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { said } from './files.ts';
import { reference } from './reference.ts';

const path = resolve(import.meta.dirname, '../../docs/configuration.md');
const text = readFileSync(path, 'utf8');

it('docs/configuration.md describes the schema', async () => {
  const marks = /(<!-- reference -->\n)[\s\S]*(<!-- \/reference -->)/;
  expect(text).toMatch(marks);
  await expect(text.replace(marks, (_all, begin, end) => `${begin}${reference()}\n${end}`)).toMatchFileSnapshot(path);
});

it('its examples are good', () => {
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(said(example)).toEqual([]);
});

it('its messages are those of the tool', () => {
  const [, shown = ''] = /```\n(storecheck\.yaml:[\s\S]*?)```/.exec(text) ?? [];
  const file = [
    'targets:\n  staging:\n    # the file of the example, with three mistakes\n    baseUrl: https://staging.example.com/v1',
    '    class: stagign\n\n\n\n\n\n\n    budgets: { shareOfDay: 50 }\nwaivers:',
    '  - requirement: auth.www-authenticate\n    target: staging\n    signature: "…"\n    reason: known\n\n    owner: team-store\n\n    expires: 2027-02-30\n',
  ].join('\n');
  expect(said(file).map((problem) => `storecheck.yaml:${problem}`)).toEqual(shown.trim().split('\n'));
});
