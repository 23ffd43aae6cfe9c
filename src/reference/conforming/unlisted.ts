import type { Behaviour } from '../behaviour.ts';
import { problemOutcome } from './problem.ts';

const ALLOWED: readonly (readonly [path: RegExp, allow: string])[] = [
  [/^\/v1\/pets$/, 'GET, HEAD, POST'],
  [/^\/v1\/pets\/[^/]+$/, 'GET, HEAD'],
];

export const unlisted: Pick<Behaviour, 'unlisted'> = {
  unlisted: (request, { behaviour }) => {
    const allow = ALLOWED.find(([path]) => path.test(request.path))?.[1];
    if (allow === undefined) {
      return problemOutcome(behaviour, request, { status: 404, code: 'not_found', message: 'There is no such path.' });
    }
    return problemOutcome(behaviour, request, {
      status: 405,
      code: 'method_not_allowed',
      message: `This path knows ${allow} only.`,
      headers: [['Allow', allow]],
    });
  },
};
