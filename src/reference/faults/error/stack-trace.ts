import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const stackTrace: Fault = {
  id: 'stack-trace',
  title: 'Shows a stack trace in the message',
  breaks: ['error.no-leak'],
  apply: (base) =>
    reshapeObject(base, onStatus(400), (body) =>
      withMember(
        body,
        'message',
        'Error: failed\n    at createPet (/srv/app/dist/pets.js:41:11)\n    at Layer.handle (/srv/app/node_modules/router/layer.js:95:5)',
      ),
    ),
};
