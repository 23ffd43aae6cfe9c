import { onAnswer, reshapeOutcome } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const notFoundIsRedirect: Fault = {
  id: 'not-found-is-redirect',
  title: 'Sends the client to the list for an id that does not exist',
  breaks: ['get.not-found'],
  apply: (base) =>
    reshapeOutcome(base, onAnswer('get', 404), () => ({
      status: 302,
      headers: [['Location', '/v1/pets']],
      json: undefined,
    })),
};
