import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const sqlShown: Fault = {
  id: 'sql-shown',
  title: 'Shows the query of the database',
  breaks: ['error.no-leak'],
  apply: (base) =>
    reshapeObject(base, onStatus(404), (body) =>
      withMember(body, 'message', 'no rows: SELECT id, name FROM pets WHERE id = $1'),
    ),
};
