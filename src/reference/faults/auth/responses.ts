import { problemOutcome } from '../../conforming/problem.ts';
import { isObject, member } from '../../json/value.ts';
import { onStatus, reshapeAnswer, turnAway, withoutHeader } from '../../reshape.ts';
import { faults } from '../../variant.ts';
import { answers401, errorBodyOn401 } from '../clauses.ts';

/** Faults in the response to an unauthorized request, and in what the request leaves behind. */
export const authResponseFaults = faults({
  'refused-caller-stored': {
    title: 'Answers 401 to a creation without a key, and adds the animal all the same',
    breaks: ['auth.no-side-effect'],
    apply: (base) => ({
      ...base,
      unauthorized: (request, service) => {
        if (request.operation === 'create') service.behaviour.create(request, service);
        return base.unauthorized(request, service);
      },
    }),
  },
  'unknown-key-stored': {
    title: 'Answers 401 to a creation with an unknown key, and adds the animal all the same',
    breaks: ['auth.no-side-effect'],
    apply: (base) => ({
      ...base,
      unauthorized: (request, service) => {
        const keyed = base.credential(request) !== null;
        if (request.operation === 'create' && keyed) service.behaviour.create(request, service);
        return base.unauthorized(request, service);
      },
    }),
  },
  'no-challenge': {
    title: 'Sends no WWW-Authenticate',
    breaks: ['auth.www-authenticate'],
    apply: (base) => reshapeAnswer(base, onStatus(401), withoutHeader('WWW-Authenticate')),
  },
  'no-challenge-for-unknown-key': {
    title: 'Sends WWW-Authenticate only where no key was given',
    breaks: ['auth.www-authenticate'],
    apply: (base) =>
      reshapeAnswer(base, onStatus(401), (answer, request) =>
        base.credential(request) === null ? answer : withoutHeader('WWW-Authenticate')(answer),
      ),
  },
  'forbidden-for-unauthorized': {
    title: 'Answers 403 in place of 401',
    breaks: [...answers401],
    apply: (base) => turnAway(base, () => true, { status: 403, code: 'forbidden', message: 'No access.' }),
  },
  'forbidden-for-unknown-key': {
    title: 'Answers 403 to a key that it does not know',
    breaks: ['auth.unknown-key.list', 'auth.unknown-key.create', 'auth.unknown-key.get', 'auth.near-miss-key'],
    apply: (base) =>
      turnAway(base, (request) => base.credential(request) !== null, {
        status: 403,
        code: 'forbidden',
        message: 'This key is not valid.',
      }),
  },
  'get-forbidden-for-unknown-key': {
    title: 'Answers 403 to a key that it does not know, where one animal is asked for',
    breaks: ['auth.unknown-key.get'],
    apply: (base) =>
      turnAway(base, (request) => base.credential(request) !== null && request.operation === 'get', {
        status: 403,
        code: 'forbidden',
        message: 'This key is not valid.',
      }),
  },
  'malformed-credentials-400': {
    title: 'Answers 400 to an Authorization header that is not `Bearer KEY`',
    breaks: ['auth.bearer-only', 'auth.empty-token'],
    apply: (base) =>
      turnAway(base, (request) => request.headers.has('authorization') && base.credential(request) === null, {
        status: 400,
        code: 'invalid_request',
        message: 'Malformed credentials.',
      }),
  },
  'login-page': {
    title: 'Sends callers without a key to a log-in page',
    breaks: [...errorBodyOn401, 'auth.near-miss-key', 'auth.bearer-only', 'auth.empty-token'],
    follows: ['auth.query-key'],
    apply: (base) => ({
      ...base,
      unauthorized: () => ({ status: 302, headers: [['Location', '/login']], json: undefined }),
    }),
  },
  'get-hidden-without-key': {
    title: 'Answers 404 to callers without a valid key, where one animal is asked for',
    breaks: ['auth.required.get', 'auth.unknown-key.get'],
    apply: (base) =>
      turnAway(base, ({ operation }) => operation === 'get', {
        status: 404,
        code: 'not_found',
        message: 'There is no such path.',
      }),
  },
  'validates-before-authentication': {
    title: 'Answers 400 to an invalid payload before it looks at the key',
    breaks: ['auth.required.create', 'auth.unknown-key.create'],
    apply: (base) =>
      turnAway(base, ({ operation }) => operation === 'create', {
        status: 400,
        code: 'invalid_request',
        message: 'The payload has no owner.',
      }),
  },
  'checks-payload-before-authentication': {
    title: 'Answers 400 to a payload without a category before it looks at the key, and 401 to a valid one',
    breaks: ['auth.required.create'],
    apply: (base) => ({
      ...base,
      unauthorized: (request, service) => {
        const body = request.operation === 'create' ? base.readBody(request) : undefined;
        if (body?.ok !== true || !isObject(body.value)) return base.unauthorized(request, service);
        const category = base.readCategory(member(body.value, 'categoryId'));
        return category.ok
          ? base.unauthorized(request, service)
          : problemOutcome(service.behaviour, request, category.problem);
      },
    }),
  },
  'looks-up-before-authentication': {
    title: 'Answers 404 for an unknown id before it looks at the key',
    breaks: ['auth.required.get'],
    apply: (base) => ({
      ...base,
      unauthorized: (request, service) => {
        const found = request.operation === 'get' ? base.get(request, service) : undefined;
        return found?.status === 404 ? found : base.unauthorized(request, service);
      },
    }),
  },
});
