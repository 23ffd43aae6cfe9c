import type { ComponentChildren } from 'preact';
import { INK } from './ink.ts';

/** What the shapes mean. */
export function Legend() {
  return (
    <ul class="legend">
      <li>
        <Sample>
          <path d="M8 7h0" {...INK.dots} stroke-width={7} />
        </Sample>
        admitted
      </li>
      <li>
        <Sample>
          <path d="M4 3l8 8m0-8l-8 8" {...INK.refused} />
        </Sample>
        refused, 429
      </li>
      <li>
        <Sample>
          <path d="M8 2l5 5l-5 5l-5-5z" {...INK.lost} />
        </Sample>
        another answer, or none
      </li>
      <li>
        <Sample>
          <path d="M0 7h16" {...INK.plan} stroke-dasharray="4 3" />
        </Sample>
        what the plan promises
      </li>
    </ul>
  );
}

function Sample({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg width={16} height={14} viewBox="0 0 16 14" aria-hidden="true">
      {children}
    </svg>
  );
}
