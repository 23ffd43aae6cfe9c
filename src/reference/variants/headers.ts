import { always, everyNth, mapHeaders, onStatus, reshapeAnswer, withHeader } from '../reshape.ts';
import { legalVariants } from '../variant.ts';

/** Choices in headers that do not affect a limit experiment. */
export const headerVariants = legalVariants({
  'charset-parameter': {
    title: 'Adds a charset to the media type',
    apply: reshapeAnswer(always, withHeader('Content-Type', 'application/json; charset=utf-8')),
  },
  'media-type-in-mixed-case': {
    title: 'Sends the media type in mixed case',
    apply: reshapeAnswer(always, withHeader('Content-Type', 'Application/JSON;Charset="UTF-8"')),
  },
  'connection-closed-now-and-then': {
    title: 'Closes the connection after every fifth response',
    apply: (base) => {
      const fifth = everyNth(5);
      return reshapeAnswer(always, (answer) => (fifth() ? withHeader('Connection', 'close')(answer) : answer))(base);
    },
  },
  'header-names-in-upper-case': {
    title: 'Sends header names in upper case',
    apply: reshapeAnswer(always, (answer) => mapHeaders(answer, ([name, value]) => [name.toUpperCase(), value])),
  },
  'set-cookie-twice': {
    title: 'Sets two cookies',
    apply: reshapeAnswer(always, (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Set-Cookie', 'lb=a1; Path=/'], ['Set-Cookie', 'sid=9f; Path=/; HttpOnly']],
    })),
  },
  'browser-headers': {
    title: 'Sends CORS, caching and security headers',
    apply: reshapeAnswer(always, (answer) => ({
      ...answer,
      headers: [
        ...answer.headers,
        ['Access-Control-Allow-Origin', '*'],
        ['Cache-Control', 'no-store'],
        ['Strict-Transport-Security', 'max-age=31536000'],
        ['X-Content-Type-Options', 'nosniff'],
      ],
    })),
  },
  'entity-tags': {
    title: 'Sends an ETag with every list and animal',
    apply: reshapeAnswer(onStatus(200), (answer) => withHeader('ETag', `"${answer.body.length}"`)(answer)),
  },
  'early-hints': {
    title: 'Sends a 103 before every response',
    apply: (base) => ({
      deliver: (answer, request, wire) =>
        wire.writeEarlyHints({ link: '</style.css>; rel=preload' }, () => base.deliver(answer, request, wire)),
    }),
  },
});
