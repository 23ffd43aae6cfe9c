import { PLAN_NAMES } from '../../spec/plans.ts';
import type { Path } from '../document.ts';
import { pathText } from '../problems.ts';
import { isLoopback } from '../target-class.ts';
import { milliseconds } from '../units.ts';
import { type ConfigCheck, type PartlyTarget, targetsOf } from './check.ts';

/** Reports invalid base URLs, and a class, proxy or certificates that do not fit. */
export const address: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    const url = urlOf(target.baseUrl);
    if (target.baseUrl !== undefined && url === undefined)
      say([...at, 'baseUrl'], 'invalid host or port in this URL; e.g. https://staging.example.com/v1');
    if (target.proxy !== undefined && urlOf(target.proxy) === undefined)
      say([...at, 'proxy'], 'invalid host or port in this URL; e.g. http://proxy.example.com:3128');
    if (url === undefined) continue;
    if (target.class === 'local' && !isLoopback(url))
      say(
        [...at, 'class'],
        `local is only for this machine (127.0.0.1, ::1, localhost), not for other hosts: use staging or production, or remove class (the default is production)`,
      );
    if (url.protocol === 'http:')
      for (const key of ['ca', 'clientCertificate'] as const)
        if (target[key] !== undefined)
          say([...at, key], 'http has no TLS: use https:// in baseUrl, or remove this', 'key');
  }
};

const DAY_MS = 86_400_000;

/** Reports durations with a unit that are 0 or above a day. The schema checks the format, and durations in seconds. */
export const durations: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config))
    for (const key of ['window', 'settle', 'timeout'] as const) {
      const duration = target[key];
      if (typeof duration !== 'string') continue;
      const ms = milliseconds(duration);
      if (!(ms > 0 && ms <= DAY_MS)) say(['targets', name, key], 'must be a duration above 0 and up to a day');
    }
};

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** Reports category ids that are not int64 or duplicate. */
export const categories: ConfigCheck = ({ config, say, document }) => {
  for (const { name, target } of targetsOf(config)) {
    if (!Array.isArray(target.categories)) continue;
    const first = new Set<bigint>();
    for (const [index, double] of target.categories.entries()) {
      const path = ['targets', name, 'categories', index];
      if (double === undefined) continue;
      const integer = integerOf(document.source(path));
      if (integer === undefined) say(path, 'not an integer; write only its digits');
      else if (integer < SMALLEST || integer > LARGEST)
        say(path, `does not fit into 64 bits; use ids from ${SMALLEST} to ${LARGEST}`);
      else if (first.has(integer)) say(path, 'this id is in the list twice');
      else first.add(integer);
    }
  }
};

/** An integer without loss of digits: a double would change an id above 2^53. Undefined for a number with a fraction or exponent. */
export function integerOf(source = ''): bigint | undefined {
  try {
    return BigInt(source);
  } catch {
    return undefined;
  }
}

export function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

type Source = { readonly env?: string | undefined; readonly file?: string | undefined };

/** Reports key sources that are used twice, and second keys without a first one. */
export const keys: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const first = new Map<string, Path>();
    for (const { path, source } of sourcesOf(target)) {
      const at = ['targets', name, ...path];
      for (const kind of ['env', 'file'] as const) {
        const text = source[kind];
        if (text === undefined) continue;
        const before = first.get(`${kind} ${text}`);
        if (before !== undefined)
          say(at, `the same source as ${pathText(before)}: each plan and each customer needs its own key`);
        else first.set(`${kind} ${text}`, path);
      }
    }
    for (const plan of PLAN_NAMES)
      if (target.secondKeys?.[plan] !== undefined && target.keys?.[plan] === undefined)
        say(['targets', name, 'secondKeys', plan], `the first key of this plan is missing: add keys.${plan}`, 'key');
  }
};

function sourcesOf(target: PartlyTarget): { path: Path; source: Source }[] {
  return PLAN_NAMES.flatMap((plan) => {
    const sources = target.keys?.[plan];
    const own = isList(sources)
      ? sources.map((source, index) => ({ path: ['keys', plan, index], source }))
      : [{ path: ['keys', plan], source: sources }];
    return [...own, { path: ['secondKeys', plan], source: target.secondKeys?.[plan] }];
  }).flatMap(({ path, source }) => (source === undefined ? [] : [{ path, source }]));
}

/** Array.isArray does not narrow readonly arrays. */
function isList(
  sources: Source | readonly (Source | undefined)[] | undefined,
): sources is readonly (Source | undefined)[] {
  return Array.isArray(sources);
}
