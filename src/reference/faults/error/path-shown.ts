import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const pathShown: Fault = {
  id: 'path-shown',
  title: 'Shows a file path',
  breaks: ['error.no-leak'],
  apply: (base) =>
    reshapeObject(base, onStatus(400), (body) =>
      withMember(body, 'message', 'invalid against /etc/animal-store/schemas/NewPet.json'),
    ),
};
