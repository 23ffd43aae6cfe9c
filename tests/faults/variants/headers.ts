import {
  always,
  onAnswer,
  onOperation,
  onStatus,
  reshapeAnswer,
  sayLifecycle,
  withHeader,
} from '../changes/reshape.ts';
import { variantTable } from '../table.ts';

/** Choices in headers that do not affect a limit experiment, deprecation headers, challenges and unknown paths. */
export const headerVariants = variantTable({
  'media-type-in-mixed-case': {
    title: 'Sends the media type in mixed case',
    apply: reshapeAnswer(always, withHeader('Content-Type', 'Application/JSON;Charset="UTF-8"')),
  },
  'set-cookie-twice': {
    title: 'Sets two cookies',
    apply: reshapeAnswer(always, (answer) => ({
      ...answer,
      headers: [...answer.headers, ['Set-Cookie', 'lb=a1; Path=/'], ['Set-Cookie', 'sid=9f; Path=/; HttpOnly']],
    })),
  },
  'sunset-at-end-of-day': {
    title: 'Sends the end of 5 December 2030 in Sunset',
    apply: sayLifecycle('Sunset', 'Thu, 05 Dec 2030 23:59:59 GMT'),
  },
  'sunset-only': {
    title: 'Sends Sunset without Deprecation',
    apply: (base) => ({ lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Sunset') }),
  },
  'deprecation-only': {
    title: 'Sends Deprecation without Sunset',
    apply: (base) => ({ lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Deprecation') }),
  },
  'deprecation-with-parameter': {
    title: 'Adds a parameter to Deprecation',
    apply: (base) => ({
      lifecycleHeaders: () =>
        base
          .lifecycleHeaders()
          .map(([name, value]) => [name, name === 'Deprecation' ? `${value};reason="replaced"` : value]),
    }),
  },
  'deprecation-ahead': {
    title: 'Sends a future date in Deprecation',
    apply: sayLifecycle('Deprecation', '@1909440000'),
  },
  'links-of-deprecation': {
    title: 'Sends links to the deprecation and sunset policies',
    apply: (base) => ({
      lifecycleHeaders: () => [
        ...base.lifecycleHeaders(),
        [
          'Link',
          '<https://docs.example.com/deprecations>; rel="deprecation"; type="text/html", <https://docs.example.com/removals>; rel="sunset"',
        ],
      ],
    }),
  },
  'challenge-with-error': {
    title: 'Sends an error code in WWW-Authenticate if a key was sent',
    apply: (base) =>
      reshapeAnswer(onStatus(401), (answer, request) =>
        base.credential(request) === null
          ? answer
          : withHeader('WWW-Authenticate', 'Bearer realm="animal-store", error="invalid_token"')(answer),
      )(base),
  },
  'unknown-path-without-key': {
    title: 'Returns 404 for an unknown path before it checks the key',
    apply: (base) => ({
      unauthorized: (request, service) =>
        request.operation === 'unlisted'
          ? service.behaviour.unlisted(request, service)
          : base.unauthorized(request, service),
    }),
  },
  'unknown-path-of-gateway': {
    title: 'Routes unknown paths to a gateway that sends no Error and no rate headers',
    apply: reshapeAnswer(onOperation('unlisted'), () => ({
      status: 404,
      headers: [['Content-Type', 'text/plain']],
      body: 'no route',
    })),
  },
  'next-page-link': {
    title: 'Sends a link to a next page',
    apply: reshapeAnswer(onAnswer('list', 200), withHeader('Link', '</v1/pets?cursor=b64x>; rel="next"')),
  },
});
