import type { ComponentChildren } from 'preact';
import { INK } from './ink.ts';

export function Legend({ over }: { readonly over: boolean }) {
  return (
    <ul class="legend">
      <Entry words="admitted requests, at the times of their responses">
        <path d="M0 13V9H5V5H16V13z" {...INK.area} />
        <path d="M0 9H5V5H16" {...INK.admitted} />
      </Entry>
      {over && (
        <Entry words="more than the plan allows">
          <path d="M0 13V3H16V13z" {...INK.over} />
        </Entry>
      )}
      <Entry words="X-RateLimit-Remaining of an admitted request">
        <path d="M0 7h16" {...INK.thread} />
        <path d="M8 7h0" {...INK.dots} stroke-width={7} />
      </Entry>
      <Entry words="refused request (429)">
        <path d="M4 3l8 8m0-8l-8 8" {...INK.refused} />
      </Entry>
      <Entry words="another response, or no response">
        <path d="M8 2l5 5l-5 5l-5-5z" {...INK.lost} />
      </Entry>
      <Entry words="the limit of the plan, and the expected X-RateLimit-Remaining">
        <path d="M0 7h16" {...INK.plan} stroke-dasharray="4 3" />
      </Entry>
      <Entry words="the first window, and its end">
        <path d="M0 0h12v14h-12z" {...INK.window} />
        <path d="M12 0v14" {...INK.edge} />
      </Entry>
      <Entry words="the time in X-RateLimit-Reset (←, →: outside the figure)">
        <path d="M8 0v7" {...INK.reset} stroke-dasharray="2 2" />
        <path d="M8 14l-5-9h10z" {...INK.resetMark} />
      </Entry>
      <Entry words="the time in Retry-After (→: outside the figure), and the next request">
        <path d="M0 3h9v8h-9z" {...INK.wait} />
        <path d="M9 7h4" {...INK.edge} />
        <path d="M13 7h0" {...INK.dots} stroke-width={6} />
      </Entry>
    </ul>
  );
}

function Entry({ words, children }: { readonly words: string; readonly children: ComponentChildren }) {
  return (
    <li>
      <svg width={16} height={14} viewBox="0 0 16 14" aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  );
}
