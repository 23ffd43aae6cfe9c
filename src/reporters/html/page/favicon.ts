import type { Status } from '../../view/rows.ts';

const COLOURS = { passed: '1a7f37', failed: 'c2330f' } as const;

/** A dot in the tab, so that several open reports can be told apart. */
export function favicon(status: Status): string {
  const colour = status === 'passed' || status === 'failed' ? COLOURS[status] : '9a6700';
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${colour}'/%3E%3C/svg%3E`;
}
