import { type Exchange, type HeaderLine, isAnswered } from '../../exchange/index.ts';
import { cut, inert } from '../../reporters/text/inert.ts';

/** Characters of a body; the journal has it all. */
const BODY = 300;

/** One exchange as `--verbose` shows it: `>` what was sent, `<` what came back. Keys were redacted before. */
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
      ? [`< no answer: ${inert(`${received.failure.code} ${received.failure.message}`)}  (${milliseconds})`]
      : [];
  const lines = [
    `* exchange ${seq}: ${inert(probe)}`,
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
