import { line, type SymbolType, symbol, symbolCircle, symbolDiamond2, symbolSquare2 } from 'd3-shape';
import type { Estimate, QuantileName } from '../../../capacity/index.ts';
import { INK } from '../figure/ink.ts';

/** One step's estimate with its position. */
interface Placed {
  readonly x: number;
  readonly estimate: Estimate;
  readonly isValid: boolean;
}

interface Props {
  readonly name: QuantileName;
  readonly points: readonly Placed[];
  readonly y: (ms: number) => number;
  /** The end of a bar without an upper bound. */
  readonly top: number;
}

/** A shape for each quantile, so that color is not the only difference. */
const SHAPES = { p50: symbolCircle, p95: symbolDiamond2, p99: symbolSquare2 } as const satisfies Record<
  QuantileName,
  SymbolType
>;

/** Square units. */
const SIZE = 60;

/** One quantile: a mark with its interval for each step, and a line through valid steps. */
export function QuantileLine({ name, points: all, y, top }: Props) {
  // A step without a response has no measurement.
  const points = all.filter(({ estimate }) => estimate.value > 0);
  const mark = symbol(SHAPES[name], SIZE)() ?? '';
  const joined = line<Placed>()
    .defined(({ isValid }) => isValid)
    .x(({ x }) => x)
    .y(({ estimate }) => y(estimate.value));
  return (
    <g>
      <path d={joined(points) ?? ''} {...INK.thread} />
      {points.map(({ x, estimate, isValid }) => (
        <g key={x}>
          <path d={bar(x, y(estimate.from), estimate.to === null ? undefined : y(estimate.to), top)} {...INK.bar} />
          <path d={mark} transform={`translate(${x} ${y(estimate.value)})`} {...(isValid ? INK.mark : INK.hollow)} />
        </g>
      ))}
    </g>
  );
}

/** An interval with caps, or with an arrow if the upper end is unknown. */
function bar(x: number, from: number, to: number | undefined, top: number): string {
  const upper = to === undefined ? `V${top}m-3 5l3-5l3 5` : `V${to}m-3 0h6`;
  return `M${x - 3} ${from}h6m-3 0${upper}`;
}
