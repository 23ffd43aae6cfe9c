import type { Point } from './point.ts';

/** Up to this number, all points are kept. */
const FEW = 4_000;
/** Maximum distinguishable times in a figure. */
const MOMENTS = 800;

/**
 * Keeps the visible points: for each time and status, the first and the last, and those with the least and the most remaining.
 * Points are sorted; `fine` is the end of the burst, `until` the end of the experiment.
 */
export function keeper(
  total: number,
  fine: number,
  until: number,
): { see: (point: Point) => void; kept: () => Point[] } {
  const kept: Point[] = [];
  let moment: Point[] = [];
  let current = -1;
  const bucket = (at: number): number =>
    at <= fine ? Math.floor((at / fine) * MOMENTS) : MOMENTS + Math.floor((at / until) * MOMENTS);
  const flush = (): void => {
    kept.push(...seen(moment));
    moment = [];
  };
  return {
    see: (point) => {
      if (total <= FEW) {
        kept.push(point);
        return;
      }
      const next = bucket(point.at);
      if (next !== current) flush();
      current = next;
      moment.push(point);
    },
    kept: () => {
      flush();
      return kept;
    },
  };
}

function seen(moment: readonly Point[]): Point[] {
  const chosen = new Set<Point | undefined>();
  for (const fate of new Set(moment.map((point) => point.fate))) {
    const own = moment.filter((point) => point.fate === fate);
    chosen.add(own[0]).add(own.at(-1));
    chosen.add(own.reduce((a, b) => (b.remaining < a.remaining ? b : a)));
    chosen.add(own.reduce((a, b) => (b.remaining > a.remaining ? b : a)));
  }
  return moment.filter((point) => chosen.has(point));
}
