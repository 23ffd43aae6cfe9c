import type { Exchange } from '../../exchange/records/exchange-record.ts';
import type { Wait } from '../../exchange/records/run-record.ts';
import type { Summary } from '../../result/summary/summary.ts';
import { broken } from '../../text/inert.ts';
import { areaOf } from './anchors.ts';
import { figureOf } from './figure/figure.ts';
import { seriesCollector } from './figure/series.ts';
import { namedBy, selector } from './requirements/select.ts';

/** The data of the page, collected in one pass over the exchanges. */
export type Report = ReturnType<typeof reportOf>;

export function reportOf({ summary, exchanges, waits = [], advice }: HtmlInput) {
  const { result } = summary;
  const named = namedBy(summary);
  const { see, selection } = selector(named);
  const series = seriesCollector();
  const severalKeys = new Set<string>();
  for (const exchange of exchanges) {
    see(exchange);
    if (exchange.key?.endsWith('#1') === false) severalKeys.add(planOf(exchange.key));
    series.see(exchange);
  }
  const selected = selection();
  const { shown } = selected;
  const seqs = new Set(shown.map(({ seq }) => seq));
  const areas = new Set(shown.filter(({ recorder }) => recorder === 'client').map(({ probe }) => areaOf(probe)));
  return {
    summary,
    result,
    named,
    ...selected,
    isShown: (seq: number) => seqs.has(seq),
    /** The plan of a key, with the key's number if the run used several keys of the plan. */
    keyName: (key: string): string => (severalKeys.has(planOf(key)) ? key : planOf(key)),
    /** Whether the page shows exchanges of an area's probes. */
    hasArea: (area: string) => areas.has(area),
    figures: summary.plans.map((plan) => ({ plan, figure: figureOf(plan.plan, plan.numbers, series.of(plan.plan)) })),
    waits,
    /** What to do next. */
    advice: advice === undefined ? undefined : broken(advice),
  };
}

const planOf = (key: string): string => key.split('#', 1)[0] ?? key;

export interface HtmlInput {
  readonly summary: Summary;
  /** Exchanges of the client and of k6, numbered consecutively. Read once and in order, so that a large journal can be streamed. */
  readonly exchanges: Iterable<Exchange>;
  /** A wait of k6 names its key; other waits are those of the check. */
  readonly waits?: readonly (Wait & { readonly key?: string })[];
  /** What to do next, like in the terminal. */
  readonly advice?: string | undefined;
}
