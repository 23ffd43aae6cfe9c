import { isAnswered } from '../../exchange/exchange.ts';
import type { Exchange, HeaderLine } from '../../exchange/records/exchange-record.ts';
import { cut, inert } from '../../reporters/text/inert.ts';

/** Maximum characters of a body; the journal has all of it. */
const BODY = 300;

/** One exchange for `--verbose`: `>` is the request, `<` the response. Keys are already redacted. */
export function wireLines(exchange: Exchange): string {
  const { sent, received, seq, probe } = exchange;
  const milliseconds = `${(received.at - sent.at).toFixed(1)} ms`;
  const answer = isAnswered(exchange)
    ? [
        `< ${exchange.received.status}  (${milliseconds})`,
        ...exchange.received.headers.map(headerLine('<')),
        ...bodyLines('<', exchange.received.body),
      ]
    : 'failure' in received
      ? [`< no response: ${inert(`${received.failure.code} ${received.failure.message}`)}  (${milliseconds})`]
      : [];
  const lines = [
    `* request ${seq}, ${inert(probe)}`,
    `> ${inert(`${sent.method} ${sent.path}`)}`,
    ...sent.headers.map(headerLine('>')),
    ...bodyLines('>', sent.body),
    ...answer,
  ];
  return `${lines.join('\n')}\n`;
}

const headerLine =
  (mark: string) =>
  ([name, value]: HeaderLine) =>
    `${mark} ${inert(name)}: ${inert(cut(value, BODY))}`;

function bodyLines(mark: string, body: string | null): string[] {
  return body === null || body === '' ? [] : [mark, `${mark} ${inert(cut(body, BODY))}`];
}
