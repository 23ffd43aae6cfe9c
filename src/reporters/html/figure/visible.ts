import type { Point } from './series.ts';

/** Keeps the visible ones of points that are sorted by time: of each moment and status the first, last, least and most. */
export function visiblePoints(momentOf: (at: number) => number) {
  const kept: Point[] = [];
  let moment: Point[] = [];
  const flush = (): void => {
    kept.push(...visibleIn(moment));
    moment = [];
  };
  return {
    see: (point: Point): void => {
      if (moment[0] !== undefined && momentOf(moment[0].at) !== momentOf(point.at)) flush();
      moment.push(point);
    },
    kept: (): Point[] => {
      flush();
      return kept;
    },
  };
}

function visibleIn(moment: readonly Point[]): Point[] {
  const chosen = new Set<Point | undefined>();
  for (const fate of new Set(moment.map((point) => point.fate))) {
    const own = moment.filter((point) => point.fate === fate);
    chosen.add(own[0]).add(own.at(-1));
    for (const value of ['remaining', 'admitted'] as const) {
      const known = own.filter((point) => !Number.isNaN(point[value]));
      if (known.length === 0) continue;
      chosen
        .add(known.reduce((a, b) => (b[value] < a[value] ? b : a)))
        .add(known.reduce((a, b) => (b[value] > a[value] ? b : a)));
    }
  }
  return moment.filter((point) => chosen.has(point));
}
