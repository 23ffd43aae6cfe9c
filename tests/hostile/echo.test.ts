import { describe, expect, it } from 'vitest';
import { type Checked, check, everything, expectUnshaken } from '../cli/check.ts';
import { between, conforming, type Passing, serve } from '../cli/servers.ts';

/** Characters that the usual encoders write in ways of their own. */
const KEYS = {
  plain: 'ask_live_4fJ2mQx7LpT4vRz8WbN1',
  base64: 'c3RvcmU/LWtleSs+b2Y=/+TestQz9w==',
  odd: `q"7\\w&<Z>%'+/=~tail!Kp$3{x}`,
} as const;

const percent = (text: string, upper: boolean) =>
  [...text]
    .map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .map((hex) => (upper ? hex.toUpperCase() : hex))
    .join('');
const unicode = (text: string, pattern: RegExp, upper = false) =>
  text.replace(pattern, (char) => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  });
const html = (text: string, entity: (code: number) => string) =>
  text.replace(/[&<>"'+/=]/g, (char) => entity(char.charCodeAt(0)));
const base64 = (text: string) => Buffer.from(text).toString('base64');
const flipped = (text: string) =>
  [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** How a server may write down what it was sent: each form stands inside a JSON string unless it is `raw`. */
const FORMS: Readonly<Record<string, { readonly write: (key: string) => string; readonly raw?: true }>> = {
  'as it is': { write: (key) => key },
  'in base64': { write: base64 },
  'in base64, as user and password': { write: (key) => base64(`user:${key}`) },
  'in base64, before a colon': { write: (key) => base64(`${key}:`) },
  'in base64 for URLs': { write: (key) => Buffer.from(`Bearer ${key}`).toString('base64url') },
  'escaped for URLs': { write: encodeURIComponent },
  'escaped for URLs in lower case': {
    write: (key) => encodeURIComponent(key).replace(/%../g, (hex) => hex.toLowerCase()),
  },
  'escaped for URLs, every character': { write: (key) => percent(key, true) },
  'as a form': { write: (key) => new URLSearchParams({ key }).toString() },
  'escaped for HTML': { write: (key) => html(key, (code) => `&#${code};`) },
  'escaped for HTML in hex': { write: (key) => html(key, (code) => `&#x${code.toString(16)};`) },
  'escaped for XML by name': {
    write: (key) =>
      key
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/"/g, '&quot;')
        .replace(/'/g, '&apos;'),
  },
  'escaped for JSON with slashes': { write: (key) => json(key).replace(/\//g, '\\/'), raw: true },
  'escaped for JSON as .NET does': {
    write: (key) => unicode(json(key).replace(/\\"/g, '"'), /["&'+<>]/g, true),
    raw: true,
  },
  'escaped for JSON as Go does': { write: (key) => unicode(json(key), /[&<>]/g), raw: true },
  'escaped for JSON, every character': { write: (key) => unicode(key, /./g), raw: true },
  'escaped for JSON, one character': { write: (key) => unicode(key[0] ?? '', /./) + json(key.slice(1)), raw: true },
  'JSON inside JSON': { write: (key) => JSON.stringify({ authorization: `Bearer ${key}` }) },
  'with its letter case flipped': { write: flipped },
};

/** Everything that a run left, with escapes undone in every order that a reader might try. */
function readings(checked: Checked): string[] {
  const undo: readonly ((text: string) => string)[] = [
    (text) => text.replace(/\\u([\da-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (text) => text.replace(/\\(["\\/])/g, '$1'),
    (text) => text.replace(/%([\da-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (text) => text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
    (text) => text.replace(/&#x([\da-f]+);/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    (text) =>
      text
        .replace(/&quot;/g, '"')
        .replace(/&apos;/g, "'")
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&amp;/g, '&'),
    (text) =>
      text.replace(/[\w+/-]{12,}/g, (run) =>
        [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')).join(' '),
      ),
  ];
  return Object.values(everything(checked)).flatMap((text) => {
    const once = undo.map((decode) => decode(text));
    const twice = once.flatMap((partly) => undo.slice(0, 6).map((decode) => decode(partly)));
    return [text, ...once, ...twice];
  });
}

/** The secret must be in no reading; what stands around it tells the form. */
function expectNoTrace(checked: Checked, key: string): void {
  const texts = readings(checked);
  const around = (text: string, secret: string) => {
    const at = text.indexOf(secret);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 70), at + secret.length + 5)];
  };
  const secrets = [key, flipped(key), key.slice(0, -1)];
  expect([...new Set(secrets.flatMap((secret) => texts.flatMap((text) => around(text, secret))))]).toEqual([]);
}

function echo(passing: Passing, key: string): void {
  const forms = Object.entries(FORMS);
  const [name = '', { write, raw } = { write: json }] = forms[passing.number % forms.length] ?? [];
  const form = write(key);
  const text = `(${name}) ${raw === true ? form : json(form)}`;
  passing.headers['x-request'] = `(${name}) ${form}`;
  passing.headers['set-cookie'] = [`session=${form}; Path=/`, `form=${name}`];
  if (passing.status >= 400)
    passing.body = Buffer.from(
      `{"code":"denied","message":"You sent ${text}","status":${passing.status},"seen":["${text}"]}`,
    );
}

describe.concurrent.each(Object.entries(KEYS))('a service that echoes the key (%s)', (_kind, key) => {
  it('in every spelling, in the bodies of refusals and in headers: it is found nowhere', async () => {
    const server = await between(await conforming({ keys: { [key]: 'pro' } }), (passing) => {
      echo(passing, key);
      return false;
    });
    const checked = await check(server.baseUrl, { key, args: ['--verbose'] });
    await expectUnshaken(checked, true);
    expect(server.seen.length).toBeGreaterThan(2 * Object.keys(FORMS).length);
    expectNoTrace(checked, key);
  });
});

describe.concurrent('a service that echoes the key', () => {
  const key = KEYS.plain;

  it.each([
    ['in a redirect', 302, { location: `https://login.example.com/?next=/pets&token=${key}` }, ''],
    [
      'in bytes that are not UTF-8',
      200,
      {},
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`[{"name":"${key}"}]`)]),
    ],
    ['in a body of another type', 500, { 'content-type': 'text/html' }, `<pre>Authorization: Bearer ${key}</pre>`],
    ['in the name of a header', 200, { [`X-${key}`]: '1' }, '[]'],
    ['in a coding and a type', 200, { 'content-encoding': key, 'content-type': `text/${key}` }, '[]'],
    [
      'in the rate headers',
      200,
      { 'x-ratelimit-limit': key, 'x-ratelimit-remaining': key, 'x-ratelimit-reset': key, 'retry-after': key },
      '[]',
    ],
    [
      'in a date',
      200,
      { date: key, age: key, sunset: key, deprecation: key, link: `<${key}>; rel="successor-version"` },
      '[]',
    ],
    ['as the name of a field', 400, {}, `{"${key}":{"${key}":1},"code":"${key}","message":1}`],
    ['as an animal', 200, {}, `[{"id":1,"name":"${key}","categoryId":2,"status":"${key}"}]`],
  ])('%s: it is found nowhere', async (_name, status, headers, body) => {
    const server = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
    const checked = await check(server.baseUrl, { key, args: ['--window', '1', '--verbose'] });
    await expectUnshaken(checked);
    expectNoTrace(checked, key);
  });

  it('in the reason phrase or in garbage instead of HTTP: it is found nowhere', async () => {
    for (const head of [`HTTP/1.1 200 ${key}\r\nContent-Length: 0\r\n\r\n`, `${key} is what you sent\r\n\r\n`]) {
      const server = await serve((request) => void request.socket.write(head));
      const checked = await check(server.baseUrl, { key, args: ['--window', '1', '--verbose'] });
      await expectUnshaken(checked);
      expectNoTrace(checked, key);
    }
  });
});
