import type { Status } from '../result/summary/status.ts';
import type { Summary } from '../result/summary/summary.ts';
import { capacityWord } from './capacity/answer.ts';
import { element, textElement } from './junit/xml.ts';

/** Dark enough for white text (WCAG 2.2: contrast of at least 4.5 to 1). */
export const OUTCOME_COLOURS = {
  passed: '#1a7f37',
  failed: '#b3261e',
  incomplete: '#8a5a00',
  error: '#b3261e',
} as const;

/** Approximate width of Verdana at 11 px; `textLength` corrects it for other fonts. */
const LETTER = 6.6;
const PADDING = 8;

/** A badge as a self-contained SVG, without text of the service. */
export function badge(summary: Summary): string {
  const label = 'animal store';
  const text = words(summary);
  const [left, right] = [label, text].map((part) => Math.round(part.length * LETTER + 2 * PADDING)) as [number, number];
  const title = `${label}: ${text}`;
  const svg = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: left + right,
      height: 20,
      role: 'img',
      'aria-label': title,
    },
    [
      textElement('title', {}, title),
      element('rect', { width: left, height: 20, fill: '#3a3a3a' }),
      element('rect', { x: left, width: right, height: 20, fill: OUTCOME_COLOURS[summary.result.outcome] }),
      element('g', { fill: '#fff', 'font-family': 'Verdana,DejaVu Sans,sans-serif', 'font-size': 11 }, [
        textElement('text', { x: PADDING, y: 14, textLength: left - 2 * PADDING }, label),
        textElement('text', { x: left + PADDING, y: 14, textLength: right - 2 * PADDING }, text),
      ]),
    ],
  );
  return `${svg}\n`;
}

function words({ result, of, counts }: Summary): string {
  const { outcome, settings, capacity } = result;
  if (capacity !== undefined) return capacityWord(capacity, result).toLowerCase();
  const musts = (status: Status) => of(status).filter(({ level }) => level === 'must').length;
  switch (outcome) {
    case 'passed':
      return `${musts('passed')} musts passed${settings.readOnly ? ', read-only' : ''}`;
    case 'failed':
      return `${counts.failed} failed`;
    case 'incomplete':
      return result.setUp === undefined ? `incomplete: ${musts('inconclusive')} inconclusive` : 'incomplete: set-up';
    case 'error':
      return 'error';
  }
}
