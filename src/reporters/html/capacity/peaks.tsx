import { INK } from '../figure/ink.ts';
import { rounded } from '../figure/layout.ts';
import { BOTTOM, LEFT, type Scene, TOP } from './scene.ts';

/** Width of a label. */
const NAME = 120;
const LINE = 15;

/** The projected peaks as vertical lines. The leftmost label is the lowest, so that none crosses a line. */
export function Peaks({ scene: { x, peaks } }: { readonly scene: Scene }) {
  const placed = peaks.map(({ words, rps }, index) => ({ words, at: rounded(x(rps)), y: TOP - 6 - LINE * index }));
  return (
    <>
      {placed.map(({ words, at, y }) => (
        <line key={words} x1={at} x2={at} y1={y - 9} y2={BOTTOM} {...INK.edge} />
      ))}
      {placed.map(({ words, at, y }) => {
        const isLeft = at - LEFT > NAME;
        return (
          <text key={words} x={isLeft ? at - 5 : at + 5} y={y} text-anchor={isLeft ? 'end' : 'start'} {...INK.halo}>
            {words}
          </text>
        );
      })}
    </>
  );
}
