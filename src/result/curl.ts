import { keyVariable } from '../exchange/api-key.ts';
import { CREDENTIALS } from '../exchange/authorization.ts';
import { bytesOf } from '../exchange/body.ts';
import { isSuccess } from '../exchange/exchange.ts';
import type { Exchange } from '../exchange/records/exchange-record.ts';
import type { Head } from '../exchange/records/run-record.ts';
import type { Trace } from '../exchange/trace.ts';
import { namedFailure } from '../judge/connection-failure.ts';
import { shellQuoted, shellWord } from '../text/inert.ts';

/** Stands for the name of the variable with the key until the command is complete. No command contains this character otherwise. */
const NAME = '\u0000';
const KEY = `$${NAME}`;
/** The shell stops if the variable is not set: an empty key would get the 401 of a fixed service. */
const REQUIRED = `\${${NAME}:?}`;

/** The shell expression for each credential of a probe. An unknown key keeps the beginning of the real one. */
const SHELL_CREDENTIALS: Readonly<Record<string, string>> = {
  [CREDENTIALS.unknown]: `Bearer \${${NAME}%????????}$(printf %s "${KEY}" | tail -c 8 | tr 'a-zA-Z0-9' 'b-fah-zgB-FAH-ZG1-90')`,
  [CREDENTIALS['unknown-bytes']]: `Bearer \${${NAME}%??}$(printf '\\351\\377')`,
  [CREDENTIALS['unknown-long']]: `Bearer ${KEY}$(printf 'x%.0s' $(seq 4000))`,
  [CREDENTIALS.cut]: `Bearer \${${NAME}%?}`,
  [CREDENTIALS.flipped]: `Bearer $(printf %s "${KEY}" | tr 'a-zA-Z' 'A-Za-z')`,
  [CREDENTIALS.basic]: `Basic $(printf %s:%s "${KEY}" "${KEY}" | base64 | tr -d '\\n')`,
};

/**
 * A POSIX shell command that sends the exchange's request again, after an earlier one if given. It takes the key from where the run took
 * it. The journal is not trusted: only what can be the name of a variable becomes one. After a timeout, it has the timeout of the run.
 */
export function curlFor(exchange: Exchange, plan: string, { target, settings }: Head, first?: Exchange): string {
  const { keySources = {}, timeoutMs } = settings;
  const { received } = exchange;
  const failure = 'failure' in received ? namedFailure(received.failure) : received.cut;
  const limit = timeoutMs !== undefined && failure?.code === 'TIMEOUT' ? ` --max-time ${timeoutMs / 1_000}` : '';
  const line = commandFor(exchange, target.baseUrl, `curl -i${limit}`);
  const all = first === undefined ? line : `${commandFor(first, target.baseUrl, 'curl -s -o /dev/null')} && ${line}`;
  const { env, file } = (Object.hasOwn(keySources, plan) ? keySources[plan] : undefined) ?? {};
  const isFromFile = env === undefined && file !== undefined && all.includes(NAME);
  const name = [env, keyVariable(plan)].find((one) => one !== undefined && /^[A-Za-z_]\w*$/.test(one));
  const complete = isFromFile ? `${NAME}="$(cat ${shellWord(file)})" && ${all}` : all;
  return complete.replaceAll(NAME, name ?? 'STORE_API_KEY');
}

/**
 * The latest read with the key of the same URL before a request without the key was accepted: a cache may have answered the latter, so a
 * command repeats the read first. Undefined if other requests without the key show that no cache did.
 */
export function readBefore(exchange: Exchange, { exchanges }: Trace): Exchange | undefined {
  if (exchange.key !== null || !isSuccess(exchange)) return undefined;
  const readOf = ({ seq, sent }: Exchange) =>
    exchanges.findLast((one) => one.seq < seq && one.key !== null && isSameRead(one.sent, sent) && isSuccess(one));
  const hasOtherCause = exchanges.some((one) => {
    if (one.key !== null || one.operation === 'other') return false;
    return isSuccess(one)
      ? readOf(one) === undefined
      : isSameRead(one.sent, exchange.sent) && readOf(one) !== undefined;
  });
  return hasOtherCause ? undefined : readOf(exchange);
}

const isSameRead = (one: Exchange['sent'], other: Exchange['sent']): boolean =>
  one.method === 'GET' && other.method === 'GET' && one.path === other.path;

function commandFor({ sent }: Exchange, baseUrl: string, curl: string): string {
  const { path, method, headers, body } = sent;
  const url = `${baseUrl}${path}`;
  const parts = [
    ...(headers.some(([, value]) => Object.hasOwn(SHELL_CREDENTIALS, value)) ? [`: "${REQUIRED}" &&`] : []),
    ...(body !== null && ODD.test(body) ? [`printf ${shellQuoted(formatOf(body))} |`] : []),
    curl,
    ...(baseUrl.startsWith('https:') ? ['--http1.1'] : []),
    // curl would remove `/./`, and read brackets and braces as patterns.
    ...(/\/\.{1,2}(?:[/?]|$)/.test(path) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(path.replace(MARK, '')) ? ['-g'] : []),
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '--head' : `-X ${shellWord(method)}`]),
    ...headers.map(([name, value]) => header(name, value)),
    ...additions(sent).map((name) => `-H '${name}:'`),
    ...(body === null ? [] : [ODD.test(body) ? '--data-binary @-' : `--data-raw ${withKey(body)}`]),
    withKey(url),
  ];
  return parts.join(' ');
}

function additions({ headers, body }: Exchange['sent']): string[] {
  const added = [
    'Accept',
    ...(body === null ? [] : ['Content-Type']),
    ...((body?.length ?? 0) > 1_000 ? ['Expect'] : []),
  ];
  return added.filter((one) => headers.every(([name]) => name.toLowerCase() !== one.toLowerCase()));
}

/** What a shell cannot pass or reports change: control and invisible characters, and the beginnings of log commands. */
const ODD = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|::|##/u;

/** A `printf` format that writes the text. Of `::` and `##`, the second character is octal. */
const formatOf = (text: string): string =>
  text.replace(/[%\\]|(?<=:):|(?<=#)#|[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (char) =>
    char === '%' || char === '\\' ? char + char : octal(char),
  );

const octal = (char: string): string =>
  [...bytesOf(char)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

function header(name: string, value: string): string {
  if (Object.hasOwn(SHELL_CREDENTIALS, value)) return `-H "${escaped(name)}: ${SHELL_CREDENTIALS[value]}"`;
  // Without a value, curl would send no line.
  return `-H ${withKey(value.trim() === '' ? `${name};` : `${name}: ${value}`)}`;
}

/** The placeholder of a key; k6 uses its label. */
const MARK = /\{(?:key|[a-z]+#\d+)\}/g;

/** Double quotes around a key, in which the shell expands nothing else: the journal is not trusted. */
const withKey = (text: string): string =>
  text.search(MARK) < 0 ? shellQuoted(text) : `"${escaped(text).replace(MARK, () => REQUIRED)}"`;

const escaped = (text: string): string => text.replace(/[\\"$`]/g, '\\$&');
