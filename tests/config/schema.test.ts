import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../generated/config.js';
import { CONFIG_SCHEMA } from '../../src/config/schema.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';

const root = resolve(import.meta.dirname, '../..');
const published = resolve(root, 'schemas/storecheck.schema.json');

/** Every part of the schema, with its path. */
function parts(schema: unknown, path = '#'): [string, Record<string, unknown>][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, patternProperties = {}, ...part } = schema as Record<string, object>;
  const others = ['additionalProperties', 'items', 'then', 'else'].map((name) => parts(part[name], `${path}.*`));
  const named = Object.entries({ ...properties, ...patternProperties });
  return [[path, part], ...named.flatMap(([name, inner]) => parts(inner, `${path}.${name}`)), ...others.flat()];
}

describe('the published schema', () => {
  // Written anew by `npx vitest run tests/config/schema.test.ts -u`.
  it('is the one that the tool validates with', async () => {
    const format = ['format', '--stdin-file-path=storecheck.schema.json'];
    const text = execFileSync(resolve(root, 'node_modules/.bin/biome'), format, {
      cwd: root,
      input: JSON.stringify(CONFIG_SCHEMA),
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    await expect(text).toMatchFileSnapshot(published);
  });

  it('is a JSON Schema 2020-12 that strict Ajv accepts, and agrees with the generated validator', () => {
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
    addFormats.default(ajv, ['date', 'date-time', 'uri']);
    const validate = ajv.compile(JSON.parse(readFileSync(published, 'utf8')));
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
    const errors = (run: typeof validateConfig | typeof validate, value: unknown) => [
      run(value),
      (run.errors ?? []).map(({ instancePath, schemaPath }) => `${instancePath} ${schemaPath}`),
    ];
    expect(values.map((value) => errors(validate, value))).toEqual(
      values.map((value) => errors(validateConfig, value)),
    );
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
    const { pattern } = JSON.parse(readFileSync(published, 'utf8')).properties.waivers.items.properties.requirement;
    expect(REQUIREMENTS.filter(({ id }) => !new RegExp(pattern, 'u').test(id))).toEqual([]);
  });
});
