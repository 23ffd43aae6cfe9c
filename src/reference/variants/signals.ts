import { onAnswer, onOperation, onStatus, reshapeAnswer, sayLifecycle, withHeader } from '../reshape.ts';
import { legalVariants } from '../variant.ts';

/** Choices in deprecation headers, challenges, unknown paths and pagination headers. */
export const signalVariants = legalVariants({
  'sunset-at-end-of-day': {
    title: 'Names the end of 5 December 2030 in Sunset',
    apply: (base) => sayLifecycle(base, 'Sunset', 'Thu, 05 Dec 2030 23:59:59 GMT'),
  },
  'sunset-only': {
    title: 'Sends Sunset without Deprecation',
    apply: (base) => ({
      ...base,
      lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Sunset'),
    }),
  },
  'deprecation-only': {
    title: 'Sends Deprecation without Sunset',
    apply: (base) => ({
      ...base,
      lifecycleHeaders: () => base.lifecycleHeaders().filter(([name]) => name === 'Deprecation'),
    }),
  },
  'deprecation-with-parameter': {
    title: 'Adds a parameter to Deprecation',
    apply: (base) => ({
      ...base,
      lifecycleHeaders: () =>
        base
          .lifecycleHeaders()
          .map(([name, value]) => [name, name === 'Deprecation' ? `${value};reason="replaced"` : value]),
    }),
  },
  'deprecation-ahead': {
    title: 'Names a future day of deprecation',
    apply: (base) => sayLifecycle(base, 'Deprecation', '@1909440000'),
  },
  'links-of-deprecation': {
    title: 'Links to the notes on deprecation and removal',
    apply: (base) => ({
      ...base,
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
    title: 'Names the error in the challenge where a key was sent',
    apply: (base) =>
      reshapeAnswer(base, onStatus(401), (answer, request) =>
        base.credential(request) === null
          ? answer
          : withHeader('WWW-Authenticate', 'Bearer realm="animal-store", error="invalid_token"')(answer),
      ),
  },
  'unknown-path-without-key': {
    title: 'Answers 404 to an unknown path before it looks at the key',
    apply: (base) => ({
      ...base,
      unauthorized: (request, service) =>
        request.operation === 'unlisted'
          ? service.behaviour.unlisted(request, service)
          : base.unauthorized(request, service),
    }),
  },
  'unknown-path-of-gateway': {
    title: 'Leaves unknown paths to a gateway that knows no Error and no limits',
    apply: (base) =>
      reshapeAnswer(base, onOperation('unlisted'), () => ({
        status: 404,
        headers: [['Content-Type', 'text/plain']],
        body: 'no route',
      })),
  },
  'next-page-link': {
    title: 'Links to a next page',
    apply: (base) =>
      reshapeAnswer(base, onAnswer('list', 200), withHeader('Link', '</v1/pets?cursor=b64x>; rel="next"')),
  },
  'total-count': {
    title: 'Sends the total count and a cursor',
    apply: (base) =>
      reshapeAnswer(base, onAnswer('list', 200), (answer) =>
        withHeader('X-Next-Cursor', 'b64x')(withHeader('X-Total-Count', '4711')(answer)),
      ),
  },
});
