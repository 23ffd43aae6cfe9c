import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { validateConfig } from '../generated/config.js';
import { validateResult } from '../generated/result.js';
import { resultProblem } from '../src/cli/files/read-recorded.ts';
import { CONFIG_SCHEMA } from '../src/config/config-schema.ts';
import { RESULT } from '../src/result/result.ts';
import { REQUIREMENTS } from '../src/spec/requirements/catalogue.ts';
import { ROOT } from './files.ts';
import { fits, notProven, tooMuch } from './report/capacity-results.ts';
import { drifted, failing, limits, misled, mixed, result } from './report/results.ts';

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

describe('the schema of results.json', () => {
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(read('results'));

  it.each(Object.entries({ result: result(), mixed, misled, drifted, fits, tooMuch, notProven }))(
    'accepts a result: %s',
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
  ])('rejects %s, in this process as by the generated validator', (_what, broken) => {
    expect(validate(broken)).toBe(false);
    expect(said(validateResult, broken)).toEqual(said(validate, broken));
  });
});

/** Every part of a schema, with its path. */
function parts(schema: unknown, path = '#'): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, patternProperties = {}, ...part } = schema as Record<string, object>;
  const others = ['additionalProperties', 'items', 'then', 'else'].map((name) => parts(part[name], `${path}.*`));
  const named = Object.entries({ ...properties, ...patternProperties });
  return [[path, part], ...named.flatMap(([name, inner]) => parts(inner, `${path}.${name}`)), ...others.flat()];
}

describe('the schema of storecheck.yaml', () => {
  it('is a JSON Schema 2020-12 that strict Ajv accepts, and agrees with the generated validator', () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
    addFormats.default(ajv, ['date', 'date-time', 'uri']);
    const validate = ajv.compile(read('storecheck'));
    const link = (value: unknown) => ({ waivers: [{ link: value }] });
    const expires = (value: unknown) => ({ waivers: [{ expires: value }] });
    const values = [
      {},
      [],
      null,
      { targets: { a: { baseUrl: 'http://localhost/v1' } } },
      {
        targets: { a: { baseUrl: 'http://localhost/v1', keys: { pro: [{ env: 'A' }], free: {} }, categories: [1.5] } },
      },
      { waivers: [{ requirement: 'list.*' }], failOn: ['must', 'must'], reporters: ['htlm'] },
      { capacity: { plans: { pro: { subscribers: 1, activeAtPeak: 1, use: 1 }, gold: { subscribers: 1 } } } },
      { plans: { gold: {} }, other: 1 },
      ...['https://a.example/b?c#d', 'https://größe.example', 'https://a b', 'ftp://a', 'a', '', 1].map(link),
      ...['2028-02-29', '2027-02-29', '2027-13-01', '2027-1-1', '2027-03-01T00:00:00Z', 'x', null].map(expires),
      ...['http://[::1]:80/v1', 'http://a:99999', 'http://jo@a', 'http://a/%', 'http://a/\\'].map((baseUrl) => ({
        targets: { a: { baseUrl, proxy: baseUrl } },
      })),
    ];
    for (const value of values) expect(said(validateConfig, value)).toEqual(said(validate, value));
    expect(values.map((value) => validate(value)).slice(0, 5)).toEqual([true, false, false, true, false]);
    expect(validateConfig({ targets: { a: { baseUrl: 'http://[::1]/v1', proxy: 'http://a:1/' } } })).toBe(true);
  });

  it('has words for every part: a title for the messages, a description for editors', () => {
    const untitled = parts(CONFIG_SCHEMA).filter(([, part]) => typeof part['title'] !== 'string');
    expect(untitled.map(([path]) => path)).toEqual([]);
    const undescribed = parts(CONFIG_SCHEMA).filter(
      ([path, part]) => !path.endsWith('*') && !/\.(free|pro|\^)/.test(path) && typeof part['description'] !== 'string',
    );
    expect(undescribed.map(([path]) => path)).toEqual([]);
  });

  it('accepts every requirement id', () => {
    const { pattern } = read('storecheck').properties.waivers.items.properties.requirement;
    expect(REQUIREMENTS.filter(({ id }) => !new RegExp(pattern, 'u').test(id))).toEqual([]);
  });
});
