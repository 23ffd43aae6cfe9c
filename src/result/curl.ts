import type { Exchange, LimitPlan } from '../exchange/index.ts';
import { keyVariable } from './key-variable.ts';

const KEY = '$STORE_API_KEY';

/** The shell expression for each credential of a probe (probes/credential.ts). */
const DISGUISES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Bearer {a well-formed key that nobody was given}': `Bearer $(printf %s "${KEY}" | tr 'a-zA-Z0-9' 'n-za-mN-ZA-M5-90-4')`,
    'Bearer {key without its last character}': `Bearer \${STORE_API_KEY%?}`,
    'Bearer {key with its letter case flipped}': `Bearer $(printf %s "${KEY}" | tr 'a-zA-Z' 'A-Za-z')`,
    'Basic {base64 of key:key}': `Basic $(printf %s:%s "${KEY}" "${KEY}" | base64 | tr -d '\\n')`,
  }),
);

/** A shell command that repeats the exchange, with the key from the environment. */
export function curlFor({ sent }: Exchange, baseUrl: string): string {
  const url = `${baseUrl}${sent.path}`;
  const parts = ['curl -i'];
  if (sent.method === 'HEAD') parts.push('--head');
  else if (sent.method !== 'GET') parts.push(`-X ${/^[A-Z]+$/.test(sent.method) ? sent.method : quote(sent.method)}`);
  for (const [name, value] of sent.headers) parts.push(header(name, value));
  if (sent.body !== null) parts.push(`--data-raw ${quote(sent.body)}`);
  parts.push(holdsKey(url) ? quoteAround(KEY, url) : quote(url));
  return parts.join(' ');
}

/** Concurrent requests, so that the burst fits into a window even with high latency. */
const AT_ONCE = 50;

/**
 * An exchange of k6 needs the whole burst: a command that exhausts the plan's limit with lists, counts their statuses, and then repeats the
 * exchange. The key comes from the variable of its plan.
 */
export function curlAfterBurst(exchange: Exchange, baseUrl: string, { plan, perMinute }: LimitPlan): string {
  const sent = { ...exchange.sent, method: 'GET', path: '/pets?limit=1', body: null };
  const list = curlFor({ ...exchange, sent }, baseUrl).replace(/^curl -i/, "curl -s -o /dev/null -w '%{http_code}\\n'");
  const line = `seq ${perMinute + 1} | xargs -P ${AT_ONCE} -I{} ${list} | sort | uniq -c; ${curlFor(exchange, baseUrl)}`;
  // Only characters of a variable name.
  return line.replaceAll('STORE_API_KEY', keyVariable(plan.replace(/\W/g, '_')));
}

function header(name: string, value: string): string {
  const disguise = DISGUISES.get(value);
  if (disguise !== undefined) return `-H "${escaped(name)}: ${disguise}"`;
  const line = `${name}: ${value}`;
  return `-H ${holdsKey(value) ? quoteAround(`\${STORE_API_KEY}`, line) : quote(line)}`;
}

/** Whether a value contains the placeholder of a key; k6 uses its label. */
const MARK = /\{(?:key|[a-z]+#\d+)\}/g;

const holdsKey = (text: string): boolean => text.search(MARK) >= 0;

/** Double quotes, in which the shell expands only the key: the journal is not trusted. */
function quoteAround(key: string, text: string): string {
  return `"${escaped(text).replace(MARK, () => key)}"`;
}

const escaped = (text: string): string => text.replace(/[\\"$`]/g, '\\$&');

/** Single quotes, in which the shell expands nothing. */
function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
