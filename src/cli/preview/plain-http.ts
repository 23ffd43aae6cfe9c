import { isOpen } from '../../config/index.ts';
import type { Row } from './bill-text.ts';

/** The row of a bill that warns of plain http; internal networks have it, so nothing is refused. */
export function plainHttpRow(baseUrl: string): Row[] {
  return isOpen(new URL(baseUrl))
    ? [['beware', 'plain http: whoever is on the way can read the key; use https where the service speaks it']]
    : [];
}
