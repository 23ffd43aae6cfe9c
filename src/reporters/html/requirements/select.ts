import { isAnswered } from '../../../exchange/exchange.ts';
import { groupBy } from '../../../exchange/journal/group.ts';
import type { Exchange } from '../../../exchange/records/exchange-record.ts';
import type { ResultFinding } from '../../../result/result.ts';
import type { Row } from '../../../result/summary/causes.ts';
import type { Summary } from '../../../result/summary/summary.ts';

/** Phases with many equal requests, which are counted. All requests of other phases are shown. */
const MASS = ['burst', 'top-up', 'sustain', 'daily'];

/** Maximum shown exchanges: those of findings, then those of the check, then the neighbours of refusals. */
const MOST = { named: 400, own: 300, around: 40 } as const;

/** The requests of k6 with one key in one phase, and the number of shown ones. */
interface Part {
  readonly key: string;
  readonly phase: string;
  sent: number;
  shown: number;
}

/** Selects from a stream of exchanges, without holding a million of them. */
export function selector(named: Named) {
  const shown = new Map<number, Exchange>();
  const left: { named: number; own: number } = { ...MOST };
  const parts = new Map<string, Part>();
  const keys = new Map<string, KeySoFar>();
  let total = 0;
  let ownLeftOut = 0;

  const show = (exchange: Exchange): void => {
    if (shown.has(exchange.seq)) return;
    shown.set(exchange.seq, exchange);
    const part = parts.get(partOf(exchange));
    if (part !== undefined) part.shown += 1;
  };

  const see = (exchange: Exchange): void => {
    total += 1;
    if (exchange.recorder === 'k6') countIn(parts, exchange);
    if (named.has(exchange.seq) && left.named > 0) {
      left.named -= 1;
      show(exchange);
    }
    if (exchange.recorder === 'client') {
      if (left.own > 0) show(exchange);
      else ownLeftOut += shown.has(exchange.seq) ? 0 : 1;
      left.own -= 1;
    } else around(keys, exchange).forEach(show);
  };

  const selection = () => ({
    /** By number. */
    shown: [...shown.values()].sort((a, b) => a.seq - b.seq),
    total,
    /** Number of the check's exchanges that are not shown. */
    ownLeftOut,
    parts: [...parts.values()],
  });
  return { see, selection };
}

interface KeySoFar {
  before: Exchange | undefined;
  afterRefusal: boolean;
  left: number;
}

/** Selects a key's refusals with the requests before and after, and all single requests. */
function around(keys: Map<string, KeySoFar>, exchange: Exchange): Exchange[] {
  const key = exchange.key ?? '';
  const known = keys.get(key) ?? { before: undefined, afterRefusal: false, left: MOST.around };
  keys.set(key, known);
  const refused = isAnswered(exchange) && exchange.received.status === 429;
  const single = !MASS.includes(exchange.phase ?? '');
  const chosen = [
    ...(refused && known.before !== undefined ? [known.before] : []),
    ...(refused || single || known.afterRefusal ? [exchange] : []),
  ].slice(0, Math.max(0, known.left));
  known.left -= chosen.length;
  known.before = exchange;
  known.afterRefusal = refused;
  return chosen;
}

const partOf = ({ key, phase }: Exchange): string => `${key} ${phase}`;

function countIn(parts: Map<string, Part>, exchange: Exchange): void {
  const name = partOf(exchange);
  const part = parts.get(name);
  if (part !== undefined) part.sent += 1;
  else parts.set(name, { key: exchange.key ?? 'no key', phase: exchange.phase ?? 'other', sent: 1, shown: 0 });
}

/** Maximum findings of one requirement; the rest is counted. */
export const FINDINGS = 20;
/** Maximum linked exchanges of one finding. */
const LINKS = 20;

/** A finding about an exchange. */
export interface Naming {
  readonly row: Row;
  readonly finding: ResultFinding;
}

/** The findings about each exchange, by its number. */
export type Named = ReadonlyMap<number, readonly Naming[]>;

/** The shown findings of each requirement, and their linked exchanges. */
export function namedBy({ rows }: Pick<Summary, 'rows'>): Named {
  const namings = rows.flatMap((row) =>
    row.findings.slice(0, FINDINGS).flatMap((finding) => linked(finding).map((seq) => ({ seq, row, finding }))),
  );
  return groupBy(namings, ({ seq }) => seq);
}

/** The exchanges that a finding links to: the first, and the last, which shows it. */
export function linked({ exchanges }: ResultFinding): readonly number[] {
  const last = exchanges.at(-1);
  const few = exchanges.length <= LINKS || last === undefined ? exchanges : [...exchanges.slice(0, LINKS - 1), last];
  return few.toSorted((a, b) => a - b);
}
