import type { Behaviour } from '../behaviour.ts';
import { integer, object, writeJson } from '../json.ts';

export const writing = {
  encodeAnimal: ({ id, name, categoryId, status }) =>
    object(
      ['id', integer(id)],
      ['name', name],
      ['categoryId', integer(categoryId)],
      ...(status === null ? [] : [['status', status] as const]),
    ),
  encodeList: (items) => items,
  encodeProblem: ({ code, message, status }) =>
    object(['code', code], ['message', message], ['status', integer(status)]),
  shape: (outcome) => outcome,
  contentType: ({ json }) => (json === undefined ? [] : [['Content-Type', 'application/json']]),
  write: writeJson,
  dateHeaders: (nowMs) => [['Date', new Date(nowMs).toUTCString()]],
  finish: (answer) => answer,
  deliver: ({ status, headers, body }, request, wire) => {
    const bytes = Buffer.from(body);
    const framed = headers.some(([name]) => /^(transfer-encoding|content-length)$/i.test(name)) || status === 204;
    const length = framed ? [] : [['Content-Length', String(bytes.length)]];
    // Node would add a Date from its own clock.
    wire.sendDate = false;
    // As a flat array, names keep their letter case and a repeated line remains repeated.
    wire.writeHead(status, [...headers, ...length].flat());
    wire.end(request.method === 'HEAD' ? undefined : bytes);
  },
} satisfies Partial<Behaviour>;
