import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

/** What k6 gives to a script as globals. */
interface Globals {
  readonly require: (module: string) => unknown;
  readonly Date: DateConstructor;
  readonly console: { readonly log: (text: string) => void };
  readonly open: (path: string) => string;
  readonly __ENV: Readonly<Record<string, string>>;
}

type Exports = Readonly<Record<string, unknown>>;

/** Evaluates a script in a context of its own, as k6 does for each VU. */
export type Script = (globals: Globals) => Exports;

const NAMES = ['require', 'Date', 'console', 'open', '__ENV'] as const;

const loaded = new Map<string, Script>();

/** Loads a bundled load script; each file is compiled once per process. Throws if it cannot be read or parsed. */
export function compileScript(path: string): Script {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const { code: common } = transformSync(readFileSync(path, 'utf8'), { format: 'cjs', target: 'es2022' });
  const body = `'use strict';${awaitBlocking(common)}\nreturn module.exports;`;
  const evaluate = new Function('module', 'exports', ...NAMES, body);
  const script: Script = (globals) => {
    const module = { exports: {} };
    return evaluate(module, module.exports, ...NAMES.map((name) => globals[name]));
  };
  loaded.set(path, script);
  return script;
}

/**
 * `http.request` blocks a VU, which code in virtual time cannot do: so it returns a promise here, and its calls are awaited. That is
 * the same for a VU that does one thing at a time. A blocking call outside an async function is a syntax error.
 */
function awaitBlocking(code: string): string {
  return code.replace(/\b(import_http\d*)\.default\.request\(/g, 'await $1.default.request(');
}
