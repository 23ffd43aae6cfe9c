import type { ServerResponse } from 'node:http';
import type { Passing } from '../servers.ts';
import { SPELLINGS, type Spelling } from './spellings.ts';

type Pause = (milliseconds: number) => Promise<void>;

const json = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Makes a service write the key into everything it sends, each time in another spelling: header values and names, cookies, redirects, the
 * reason phrase, bodies (complete, in two chunks with the key across them, cut off behind it) and every animal. Apart from that it conforms.
 */
export function canary(key: string, pause: Pause) {
  const spellings = Object.values(SPELLINGS);
  return (passing: Passing, response: ServerResponse): Promise<boolean> => {
    const { request, number, headers } = passing;
    const { write, raw }: Spelling = spellings[number % spellings.length] ?? { write: json };
    const form = write(key);
    const text = raw === true ? form : json(form);
    passing.body = Buffer.from(withEcho(passing, `"echo":"${text} ${json(request.headers.authorization ?? '')}"`));
    headers['server'] = form;
    headers['x-authorization'] = request.headers.authorization ?? 'none';
    headers['set-cookie'] = [`session=${form}; Path=/`, `key=${encodeURIComponent(key)}`];
    headers[`x-${Buffer.from(key).toString('base64url')}`] = '1';
    headers['www-authenticate'] = `Bearer realm="${form}"`;
    headers['content-length'] = String(passing.body.length);
    headers['x-url'] = `${request.url} ${encodeURIComponent(encodeURIComponent(key))}`;
    return special(passing, response, key, pause);
  };
}

/** The body with the echo as a field of its object, or of each object of its list. */
function withEcho({ body }: Passing, echo: string): string {
  const text = body.toString();
  return text.includes('{')
    ? text.replaceAll('{', `{${echo},`).replaceAll(',}', '}')
    : text === '[]'
      ? text
      : `{${echo}}`;
}

/** Now and then something that a body cannot show. Returns true if it has answered. */
async function special(passing: Passing, response: ServerResponse, key: string, pause: Pause): Promise<boolean> {
  const { number, headers, body } = passing;
  // The first answers decide whether a run goes on at all.
  if (number % 11 === 5) {
    response.writeHead(passing.status, key, headers);
    return end(response, body);
  }
  if (number % 11 === 7) {
    const at = body.indexOf(key.slice(0, 8)) + 8;
    response.writeHead(passing.status, headers);
    response.write(body.subarray(0, at));
    await pause(20);
    return end(response, body.subarray(at));
  }
  if (number % 53 === 31) {
    passing.status = 307;
    headers['location'] =
      `/v1/login?key=${encodeURIComponent(key)}&next=${encodeURIComponent(`/pets?key=${encodeURIComponent(key)}`)}`;
  }
  if (number % 53 === 47) {
    response.writeHead(500, { ...headers, 'content-length': '100000' });
    response.write(`{"code":"x","message":"${json(key)}`);
    await pause(20);
    response.destroy();
    return true;
  }
  return false;
}

function end(response: ServerResponse, body: Buffer): true {
  response.end(body);
  return true;
}
