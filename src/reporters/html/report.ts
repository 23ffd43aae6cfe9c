import type { Exchange, Wait } from '../../exchange/index.ts';
import type { Result } from '../../result/result.ts';
import type { PlanSummary } from '../../result/summary/plans.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { areaOf } from './anchors.ts';
import { type Share, shares } from './budget.ts';
import { type Figure, figureOf } from './figure/figure.ts';
import { seriesCollector } from './figure/series.ts';
import { type Named, namedBy, type Part, selector } from './requirements/select.ts';

/** A wait of k6 names its key; other waits are those of the check. */
type ShownWait = Wait & { readonly key?: string };

/** The data of the page, collected in one pass over the exchanges. */
export interface Report {
  readonly summary: Summary;
  readonly result: Result;
  readonly named: Named;
  readonly exchanges: readonly Exchange[];
  readonly isShown: (seq: number) => boolean;
  /** The shown size of an exchange. */
  readonly shareOf: (seq: number) => Share;
  /** Whether the page shows exchanges of an area's probes. */
  readonly hasArea: (area: string) => boolean;
  readonly total: number;
  readonly ownLeftOut: number;
  readonly parts: readonly Part[];
  readonly figures: readonly { readonly plan: PlanSummary; readonly figure: Figure }[];
  readonly waits: readonly ShownWait[];
  /** Whether the page has its script and links with filters. */
  readonly scripted: boolean;
}

export function reportOf({ summary, exchanges, waits = [] }: HtmlInput, scripted: boolean): Report {
  const { result } = summary;
  const named = namedBy(result);
  const { see, selection } = selector(named);
  const series = seriesCollector();
  for (const exchange of exchanges) {
    see(exchange);
    series.see(exchange);
  }
  const { shown, total, ownLeftOut, parts } = selection();
  const sizes = shares(shown, named);
  const areas = new Set(shown.filter(({ recorder }) => recorder === 'client').map(({ probe }) => areaOf(probe)));
  return {
    summary,
    result,
    named,
    exchanges: shown,
    isShown: (seq) => sizes.has(seq),
    shareOf: (seq) => sizes.get(seq) ?? { body: 0, line: 0 },
    hasArea: (area) => areas.has(area),
    total,
    ownLeftOut,
    parts,
    figures: summary.plans.map((plan) => ({ plan, figure: figureOf(plan.plan, plan.numbers, series.of(plan.plan)) })),
    waits,
    scripted,
  };
}

export interface HtmlInput {
  readonly summary: Summary;
  /** Exchanges of the client and of k6, numbered consecutively. Read once and in order, so that a large journal can be streamed. */
  readonly exchanges: Iterable<Exchange>;
  readonly waits?: readonly ShownWait[];
}
