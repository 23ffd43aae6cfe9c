import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import { faults } from '../../variant.ts';

export const errorDisclosureFaults = faults({
  'stack-trace': {
    title: 'Discloses a stack trace in the message',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(400), (body) =>
      withMember(
        body,
        'message',
        'Error: failed\n    at createPet (/srv/app/dist/pets.js:41:11)\n    at Layer.handle (/srv/app/node_modules/router/layer.js:95:5)',
      ),
    ),
  },
  'java-stack-trace': {
    title: 'Discloses a Java stack trace in an extra field',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(404), (body) =>
      withMember(
        body,
        'trace',
        'java.lang.NullPointerException\n\tat com.example.store.PetController.get(PetController.java:57)',
      ),
    ),
  },
  'sql-shown': {
    title: 'Discloses the database query',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(404), (body) =>
      withMember(body, 'message', 'no rows: SELECT id, name FROM pets WHERE id = $1'),
    ),
  },
  'path-shown': {
    title: 'Discloses a file path',
    breaks: ['error.no-leak'],
    apply: reshapeObject(onStatus(400), (body) =>
      withMember(body, 'message', 'invalid against /etc/animal-store/schemas/NewPet.json'),
    ),
  },
  'key-shown': {
    title: 'Discloses the rejected key in the message',
    breaks: ['error.no-leak'],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        problem.status === 401
          ? withMember(base.encodeProblem(problem, request), 'message', `Key ${base.credential(request)} is not valid.`)
          : base.encodeProblem(problem, request),
    }),
  },
  'key-shown-on-bad-request': {
    title: 'Discloses the request headers, including the key, in a 400',
    breaks: ['error.no-leak'],
    apply: (base) => ({
      encodeProblem: (problem, request) =>
        problem.status === 400
          ? withMember(base.encodeProblem(problem, request), 'request', request.headers.get('authorization') ?? '')
          : base.encodeProblem(problem, request),
    }),
  },
});
