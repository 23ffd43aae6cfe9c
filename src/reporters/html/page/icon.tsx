import type { Status } from '../../../result/summary/status.ts';
import { statusWord } from '../../view/totals.ts';
import { capital } from '../text.ts';

const SHAPES = {
  passed: 'M3.5 8.5l3 3 6-7',
  failed: 'M4 4l8 8M12 4l-8 8',
  warning: 'M8 3.5v5.5M8 12.4v.2',
  inconclusive: 'M5.6 6a2.4 2.4 0 1 1 3.6 2.1C8.3 8.6 8 9 8 9.8M8 12.6v.2',
  waived: 'M3.5 8.5l3 3 6-7M3 14h10',
  skipped: 'M3 8h2M7.5 8h1M11 8h2',
  'not-applicable': 'M4 8h8',
  info: 'M2 8s2.3-4 6-4 6 4 6 4-2.3 4-6 4-6-4-6-4zM8 7.6v.8',
} as const satisfies Record<Status, string>;

/** The shapes, defined once and used by every icon. */
export function IconShapes() {
  return (
    <svg width={0} height={0} aria-hidden="true" class="shapes">
      {Object.entries(SHAPES).map(([status, d]) => (
        <symbol key={status} id={`icon-${status}`} viewBox="0 0 16 16">
          <path
            d={d}
            fill="none"
            stroke="currentColor"
            stroke-width={2}
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </symbol>
      ))}
    </svg>
  );
}

/** A shape for each status, next to its word, so that color is never the only sign. */
export function Icon({ status, size = 16 }: { readonly status: Status; readonly size?: number }) {
  return (
    <svg class={`icon ${status}`} width={size} height={size} aria-hidden="true">
      <use href={`#icon-${status}`} />
    </svg>
  );
}

export function StatusBadge({
  status,
  words = statusWord(status),
}: {
  readonly status: Status;
  readonly words?: string;
}) {
  return (
    <span class={`badge ${status}`}>
      <Icon status={status} />
      {capital(words)}
    </span>
  );
}
