import { isLoopback } from '../target-class.ts';
import { milliseconds } from '../units.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

/** A base URL that can be sent to, and a class, proxy and certificates that fit it. */
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
        `local is for this machine (127.0.0.1, ::1, localhost), and ${url.host} is another; remove it (without a class it is production), or write staging or production`,
      );
    if (url.protocol === 'http:')
      for (const key of ['ca', 'clientCertificate'] as const)
        if (target[key] !== undefined)
          say([...at, key], `there is no TLS on ${url.origin}: write https:// in baseUrl, or remove this`, 'key');
  }
};

const DAY_MS = 86_400_000;

/** A duration in words is above 0 and at most a day; the schema checks its form, and durations in seconds. */
export const durations: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config))
    for (const key of ['window', 'settle', 'timeout'] as const) {
      const duration = target[key];
      if (typeof duration !== 'string') continue;
      const ms = milliseconds(duration);
      if (!(ms > 0 && ms <= DAY_MS))
        say(['targets', name, key], `"${duration}" is not a duration above 0 and up to a day`);
    }
};

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** Category ids are int64, each once. */
export const categories: ConfigCheck = ({ config, say, place }) => {
  for (const { name, target } of targetsOf(config)) {
    if (!Array.isArray(target.categories)) continue;
    const first = new Set<bigint>();
    for (const [index, double] of target.categories.entries()) {
      const path = ['targets', name, 'categories', index];
      const { integer, source } = place(path) ?? {};
      if (double === undefined) continue;
      if (integer === undefined)
        say(path, `${source?.slice(0, 40)} is not written as a whole number; write its digits alone`);
      else if (integer < SMALLEST || integer > LARGEST)
        say(path, `${String(integer).slice(0, 40)} does not fit in 64 bits; ids go from ${SMALLEST} to ${LARGEST}`);
      else if (first.has(integer)) say(path, `${integer} is in the list twice`);
      else first.add(integer);
    }
  }
};

export function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
