import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { readBody } from '../../../src/client/body.ts';
import type { Answer, Exchange, HeaderLine, NoAnswer } from '../../../src/exchange/records/exchange-record.ts';
import { now } from '../../virtual/world.ts';

const SECONDS = 5;

/** What a shell prints for a command that calls curl, as the exchange that it repeats. */
export async function repeatWithCurl(line: string, key: string, exchange: Exchange): Promise<Exchange> {
  const at = now();
  // An idle connection would let virtual time pass until its timeout.
  const script = `curl() { command curl -sS -m ${SECONDS} -H 'Connection: close' "$@"; }\n${line}`;
  const { code, stdout, stderr } = await shell(script, key);
  return { ...exchange, sent: { ...exchange.sent, at }, received: await answerIn(stdout, code, stderr) };
}

function shell(script: string, key: string): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  const env = { PATH: process.env['PATH'], STORE_API_KEY: key };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env, encoding: 'buffer', maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr: String(stderr) });
    });
  });
}

async function answerIn(output: Buffer, code: number, stderr: string): Promise<Answer | NoAnswer> {
  const end = output.indexOf('\r\n\r\n');
  if (end < 0) return { at: now(), failure: { code: code === 28 ? 'TIMEOUT' : `CURL_${code}`, message: stderr } };
  const [status = '', ...lines] = output.subarray(0, end).toString('latin1').split('\r\n');
  const rest = output.subarray(end + 4);
  const number = Number(status.split(' ')[1]);
  if (number < 200) return answerIn(rest, code, stderr);
  const headers = lines.map((line): HeaderLine => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const body = await readBody(Readable.from([rest]), headers);
  return {
    at: now(),
    status: number,
    headers,
    ...body,
    ...(code === 0 ? {} : { cut: { code: `CURL_${code}`, message: stderr } }),
  };
}
