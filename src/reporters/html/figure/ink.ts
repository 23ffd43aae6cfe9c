const DATA = 'var(--data, #0a6fa8)';
const FAILED = 'var(--failed, #c2330f)';
const OPEN = 'var(--inconclusive, #6b3fa0)';
const CARD = 'var(--card, #ffffff)';

/** Presentation attributes of the figures: the colours of colours.css, or their own on pages without a style sheet (Jenkins). */
export const INK = {
  grid: { stroke: 'var(--grid, #d8dee6)', 'stroke-width': 1 },
  axis: { stroke: 'var(--soft, #8792a2)', 'stroke-width': 1 },
  window: { class: 'f-window', fill: 'var(--window, #eef2f7)' },
  edge: {
    class: 'f-edge',
    stroke: 'var(--soft, #8792a2)',
    'stroke-width': 1,
    'stroke-dasharray': '1 3',
    'stroke-linecap': 'round',
  },
  plan: { stroke: 'var(--ink, #1f2937)', 'stroke-width': 1.5, 'stroke-dasharray': '6 4', fill: 'none' },
  area: { fill: DATA, 'fill-opacity': 0.16 },
  over: { class: 'f-over', fill: FAILED, 'fill-opacity': 0.35 },
  admitted: { class: 'f-admitted', stroke: DATA, 'stroke-width': 2, fill: 'none', 'stroke-linejoin': 'round' },
  dots: { stroke: DATA, 'stroke-width': 4, 'stroke-linecap': 'round', fill: 'none' },
  thread: { stroke: DATA, 'stroke-width': 1, 'stroke-opacity': 0.55, fill: 'none' },
  mark: { fill: DATA, stroke: CARD, 'stroke-width': 1 },
  hollow: { class: 'f-hollow', fill: CARD, stroke: 'var(--soft, #8792a2)', 'stroke-width': 1.5 },
  bar: { stroke: DATA, 'stroke-width': 1.5, fill: 'none' },
  refused: { class: 'f-refused', stroke: FAILED, 'stroke-width': 2, 'stroke-linecap': 'round', fill: 'none' },
  lost: { stroke: OPEN, 'stroke-width': 2, fill: CARD },
  reset: { stroke: OPEN, 'stroke-width': 1.5, fill: 'none' },
  resetMark: { fill: OPEN },
  wait: {
    fill: 'var(--warning, #b26a00)',
    'fill-opacity': 0.3,
    stroke: 'var(--warning, #8a5200)',
    'stroke-width': 1,
  },
  title: { class: 'f-title', fill: 'var(--ink, #1f2937)', 'font-size': 13, 'font-weight': 600 },
  halo: {
    class: 'f-halo',
    fill: 'var(--ink, #1f2937)',
    'font-size': 12,
    stroke: CARD,
    'stroke-width': 4,
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
  },
  label: { class: 'f-label', fill: 'var(--soft, #4b5563)', 'font-size': 12 },
} as const;
