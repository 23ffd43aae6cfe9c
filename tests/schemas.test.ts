import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { validateConfig } from '../generated/config.js';
import { validateResult } from '../generated/result.js';
import { resultProblem } from '../src/cli/files/read-recorded.ts';
import { CONFIG_SCHEMA } from '../src/config/config-schema.ts';
import { RESULT } from '../src/result/result.ts';
import { REQUIREMENTS } from '../src/spec/requirements/catalogue.ts';
import { fits, notProven, tooMuch } from './report/capacity-results.ts';
import { drifted, failing, limits, mixed, result, wrongKey } from './report/results.ts';
import { ROOT, read as readText } from './support/files.ts';

const published = (name: string) => join(ROOT, `schemas/${name}.schema.json`);
const read = (name: string) => JSON.parse(readFileSync(published(name), 'utf8'));

// Written anew by `npx vitest run tests/schemas.test.ts -u`.
it.each([
  ['results', RESULT],
  ['storecheck', CONFIG_SCHEMA],
])('the published schema is the one that types and validators are made from: %s', async (name, schema) => {
  const text = execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--stdin-file-path=a.json'], {
    cwd: ROOT,
    input: JSON.stringify(schema),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await expect(text).toMatchFileSnapshot(published(name));
});

/** Whether a value is valid, and which parts of the schema it breaks where. */
const said = (validate: ValidateFunction | typeof validateConfig, value: unknown) => [
  validate(value),
  (validate.errors ?? []).map(({ instancePath, schemaPath }) => `${instancePath} ${schemaPath}`),
];

const validate = new Ajv2020({ strict: true, allErrors: true }).compile(read('results'));

it.each(Object.entries({ result: result(), mixed, wrongKey, drifted, fits, tooMuch, notProven }))(
  'the schema of results.json accepts a result: %s',
  (_name, good) => {
    const written = JSON.parse(JSON.stringify(good));
    expect([said(validate, written), resultProblem(written)]).toEqual([[true, []], undefined]);
  },
);

it.each<[string, unknown]>([
  ['a list', []],
  ['no outcome', { ...result(), outcome: undefined }],
  ['a failure without findings', { ...result(), requirements: [{ ...failing, findings: [] }] }],
  ['a doubt without its reason', { ...result(), requirements: [{ ...failing, verdict: 'inconclusive' }] }],
  ['a checksum that is none', { ...result(), spec: { version: '1', sha256: 'x' } }],
  ['a fraction of a request', { ...result(), limits: { free: limits({ sent: 1.5 }) } }],
])('the schema of results.json rejects %s, in this process as by the generated validator', (_what, broken) => {
  expect(validate(broken)).toBe(false);
  expect(said(validateResult, broken)).toEqual(said(validate, broken));
});

/** Every part of a schema, with its path. */
function parts(schema: unknown, path = '#'): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, patternProperties = {}, ...part } = schema as Record<string, object>;
  const others = ['additionalProperties', 'items', 'then', 'else'].map((name) => parts(part[name], `${path}.*`));
  const named = Object.entries({ ...properties, ...patternProperties });
  return [[path, part], ...named.flatMap(([name, inner]) => parts(inner, `${path}.${name}`)), ...others.flat()];
}

it('the schema of storecheck.yaml is a JSON Schema 2020-12 that strict Ajv accepts, and agrees with the generated validator', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  const validate = ajv.compile(read('storecheck'));
  const golden = (name: string) => readText(`tests/config/golden/${name}.txt`).split(/\n\n(?=# )/);
  // Some aliases have no value.
  const texts = [...golden('broken'), ...golden('good')].filter((text) => !/ \*\w/.test(text));
  const values = texts.map((text) => parseDocument(text.replace(/^=> .*$/gm, ''), { logLevel: 'error' }).toJS());
  for (const value of values) expect(said(validateConfig, value)).toEqual(said(validate, value));
  const isValid = values.map((value) => validate(value));
  for (const some of [true, false]) expect(isValid.filter((one) => one === some).length).toBeGreaterThan(9);
});

it('the schema of storecheck.yaml has words for every part: a title for the messages, a description for editors', () => {
  const untitled = parts(CONFIG_SCHEMA).filter(([, part]) => typeof part['title'] !== 'string');
  expect(untitled.map(([path]) => path)).toEqual([]);
  const undescribed = parts(CONFIG_SCHEMA).filter(
    ([path, part]) => !path.endsWith('*') && !/\.(free|pro|\^)/.test(path) && typeof part['description'] !== 'string',
  );
  expect(undescribed.map(([path]) => path)).toEqual([]);
});

it('the schema of storecheck.yaml accepts every requirement id', () => {
  const { pattern } = read('storecheck').properties.waivers.items.properties.requirement;
  expect(REQUIREMENTS.filter(({ id }) => !new RegExp(pattern, 'u').test(id))).toEqual([]);
});
