// Builds everything that is made, not written: the Ajv validators and the command's files.
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';

const DOCUMENT = 'docs/animal-store-service.md';

/** What the sources import and nobody reads. */
const GENERATED = 'generated';

const VALIDATOR_TYPES = `import type { ErrorObject } from 'ajv';

export type SchemaError = ErrorObject<string, Readonly<Record<string, unknown>>>;

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}
`;

/** The folders of the packages whose code ends up in dist. */
const bundled = new Set();

const { SCHEMAS } = await importTypeScript('src/spec/schemas.ts');
const { JOURNAL_SCHEMAS } = await importTypeScript('src/exchange/records/load-record.ts');
await rm(GENERATED, { recursive: true, force: true });
await buildValidators(SCHEMAS, 'service');
await buildValidators(JOURNAL_SCHEMAS, 'journal');
const { CONFIG_SCHEMA } = await importTypeScript('src/config/config-schema.ts');
await buildValidators({ Config: CONFIG_SCHEMA }, 'config', { verbose: true, messages: false, allowUnionTypes: true });
const { RESULT } = await importTypeScript('src/result/result.ts');
const { OBSERVATIONS } = await importTypeScript('src/judge/gate/gate-schema.ts');
await buildValidators({ Result: RESULT, Observations: OBSERVATIONS }, 'result', { messages: false });
await buildReportAssets('src/report/html/assets', 'page');
await buildCommand();
await buildLoad();
await writeNotices('dist/THIRD-PARTY-NOTICES.txt');
await writeSbom('dist/storecheck.cdx.json');
// The dev package that holds the oldest supported Node (tests/process/package.test.ts) puts it before the user's own on npm's PATH.
await rm('node_modules/.bin/node', { force: true });

/** Standalone validators: a fifth of Ajv's size, no code generation at run time. With `verbose`, an error has the value and its schema. */
async function buildValidators(schemas, name, options = {}) {
  const ajv = new Ajv2020({
    schemas,
    allErrors: true,
    strict: true,
    inlineRefs: false,
    code: { source: true, esm: true },
    ...options,
  });
  // A subset: with all formats the generated code would use their int64, which is that of a double.
  addFormats.default(ajv, ['date', 'date-time', 'uri']);
  ajv.addFormat('int64', true);
  const names = Object.fromEntries(
    Object.keys(schemas).map((schema) => [`validate${schema.replace('-', '')}`, schema]),
  );
  const all = Object.entries(names).map(([validate, schema]) => `['${schema}', ${validate}]`);
  const code = `${standaloneCode.default(ajv, names)}\nexport const VALIDATORS = new Map([${all}]);`;
  await bundle({
    stdin: { contents: code, resolveDir: process.cwd(), loader: 'js' },
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    outfile: `${GENERATED}/${name}.js`,
  });
  const types = Object.keys(names).map((validate) => `export const ${validate}: Validator;`);
  types.push('export const VALIDATORS: ReadonlyMap<unknown, Validator>;');
  await writeFile(`${GENERATED}/${name}.d.ts`, `${[VALIDATOR_TYPES, ...types].join('\n')}\n`);
}

/** The HTML report's style sheet and script as texts, with the hashes that its policy allows them by. */
async function buildReportAssets(folder, name) {
  const text = async (entry, options) => {
    const { outputFiles } = await bundle({
      entryPoints: [`${folder}/${entry}`],
      minify: true,
      charset: 'utf8',
      target: ['es2022', 'chrome110', 'firefox115', 'safari16'],
      write: false,
      ...options,
    });
    return outputFiles[0].text.trim();
  };
  const style = await text('page.css', {});
  const script = await text('enhance.ts', { format: 'iife' });
  const hash = (asset) => `sha256-${createHash('sha256').update(asset).digest('base64')}`;
  const assets = { STYLE: style, SCRIPT: script, STYLE_HASH: hash(style), SCRIPT_HASH: hash(script) };
  const lines = (line) => Object.entries(assets).map(line).join('\n');
  await writeFile(
    `${GENERATED}/${name}.js`,
    lines(([asset, text]) => `export const ${asset} = ${JSON.stringify(text)};`),
  );
  await writeFile(
    `${GENERATED}/${name}.d.ts`,
    lines(([asset]) => `export const ${asset}: string;`),
  );
}

async function buildCommand() {
  const { name, version } = JSON.parse(await readFile('package.json', 'utf8'));
  const document = await readFile(DOCUMENT);
  await mkdir('dist', { recursive: true });
  // The help loads only the first file, which loads the second for anything else.
  await bundle({
    entryPoints: { storecheck: 'src/cli/start.ts', commands: 'src/cli/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'node20.18',
    mainFields: ['module', 'main'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    banner: { js: '#!/usr/bin/env node' },
    define: {
      PACKAGE_NAME: JSON.stringify(name),
      STORECHECK_VERSION: JSON.stringify(version),
      SPEC_SHA256: JSON.stringify(createHash('sha256').update(document).digest('hex')),
    },
    plugins: [sendingOnly(), mainApart()],
    // CommonJS loads it faster than the loader of modules.
    supported: { 'dynamic-import': false },
  });
}

/** The part of undici that sends. Its index also loads fetch and Node's undici: a tenth of a check's time, a sixth of the file. */
function sendingOnly() {
  return {
    name: 'sending-only',
    setup({ onLoad }) {
      onLoad({ filter: /\/undici\/index\.js$/ }, () => ({
        contents: `
          Object.assign(require('./lib/dispatcher/dispatcher.js').prototype, require('./lib/api'));
          exports.Pool = require('./lib/dispatcher/pool.js');
          exports.ProxyAgent = require('./lib/dispatcher/proxy-agent.js');
        `,
      }));
    },
  };
}

/** The file that `start.ts` loads is one of its own. */
function mainApart() {
  return {
    name: 'main-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: './commands.cjs', external: true }));
    },
  };
}

/** The k6 scripts beside the command, and the module that pins k6: what `limits` needs is in the package. */
async function buildLoad() {
  await rm('dist/load', { recursive: true, force: true });
  // Each is one `.js`, since k6 hangs on TypeScript that it cannot parse. `neutral` makes any `node:` import below a script an error.
  await bundle({
    entryPoints: ['load/quota.ts', 'load/paced.ts', 'load/capacity.ts'],
    outdir: 'dist/load',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    external: ['k6', 'k6/*'],
    supported: { 'for-await': false, 'async-generator': false },
  });
  for (const folder of ['k6', 'k6-operator']) await cp(`load/${folder}`, `dist/load/${folder}`, { recursive: true });
}

async function bundle(options) {
  const result = await build({ bundle: true, metafile: true, logLevel: 'warning', ...options });
  for (const input of Object.keys(result.metafile.inputs)) {
    const [, folder] = /(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder !== undefined) bundled.add(folder);
  }
  return result;
}

/** Name, version and licence text of every package in dist: their licences ask for it. */
async function writeNotices(outfile) {
  const notices = [...bundled].sort().map(async (folder) => {
    const { name, version, license } = await manifestIn(folder);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file: add its text to build.mjs`);
    return `${name} ${version} (${license})\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}\n`;
  });
  await writeFile(outfile, (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`));
}

/** The bill of materials of the package (CycloneDX): `npm sbom` can list only all development dependencies or none. */
async function writeSbom(outfile) {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  const component = ({ name, version, license }, type) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type, 'bom-ref': purl, name, version, licenses: [{ license: { id: license } }], purl };
  };
  const components = [...bundled].sort().map(async (folder) => {
    const content = Buffer.from(packages[folder].integrity.replace('sha512-', ''), 'base64').toString('hex');
    return { ...component(await manifestIn(folder), 'library'), hashes: [{ alg: 'SHA-512', content }] };
  });
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(await manifestIn('.'), 'application') },
    components: await Promise.all(components),
  };
  await writeFile(outfile, `${JSON.stringify(sbom, undefined, 2)}\n`);
}

async function manifestIn(folder) {
  return JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
}

async function importTypeScript(entry) {
  const outfile = `dist/.build/${entry.replaceAll('/', '-')}.mjs`;
  await build({ entryPoints: [entry], bundle: true, format: 'esm', platform: 'neutral', outfile, logLevel: 'warning' });
  const module = await import(new URL(outfile, import.meta.url));
  await rm('dist/.build', { recursive: true });
  return module;
}
