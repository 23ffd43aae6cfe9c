/**
 * Presentation attributes of what is drawn: they show without a style sheet (Jenkins' policy); report.css overrides them by class,
 * so that the drawing follows light and dark.
 */
export const INK = {
  grid: { class: 'f-grid', stroke: '#d8dee6', 'stroke-width': 1 },
  axis: { class: 'f-axis', stroke: '#8792a2', 'stroke-width': 1 },
  window: { class: 'f-window', fill: '#eef2f7' },
  edge: { class: 'f-edge', stroke: '#8792a2', 'stroke-width': 1, 'stroke-dasharray': '1 3', 'stroke-linecap': 'round' },
  plan: { class: 'f-plan', stroke: '#1f2937', 'stroke-width': 1.5, 'stroke-dasharray': '6 4', fill: 'none' },
  area: { class: 'f-area', fill: '#0a6fa8', 'fill-opacity': 0.16 },
  over: { class: 'f-over', fill: '#c2330f', 'fill-opacity': 0.35 },
  admitted: { class: 'f-admitted', stroke: '#0a6fa8', 'stroke-width': 2, fill: 'none', 'stroke-linejoin': 'round' },
  dots: { class: 'f-dots', stroke: '#0a6fa8', 'stroke-width': 4, 'stroke-linecap': 'round', fill: 'none' },
  thread: { class: 'f-thread', stroke: '#0a6fa8', 'stroke-width': 1, 'stroke-opacity': 0.55, fill: 'none' },
  refused: { class: 'f-refused', stroke: '#c2330f', 'stroke-width': 2, 'stroke-linecap': 'round', fill: 'none' },
  lost: { class: 'f-lost', stroke: '#6b3fa0', 'stroke-width': 2, fill: '#ffffff' },
  reset: { class: 'f-reset', stroke: '#6b3fa0', 'stroke-width': 1.5, fill: 'none' },
  resetMark: { class: 'f-reset-mark', fill: '#6b3fa0' },
  wait: { class: 'f-wait', fill: '#b26a00', 'fill-opacity': 0.3, stroke: '#8a5200', 'stroke-width': 1 },
  title: { class: 'f-title', fill: '#1f2937', 'font-size': 13, 'font-weight': 600 },
  halo: {
    class: 'f-halo',
    fill: '#1f2937',
    'font-size': 12,
    stroke: '#ffffff',
    'stroke-width': 4,
    'stroke-linejoin': 'round',
    'paint-order': 'stroke',
  },
  label: { class: 'f-label', fill: '#4b5563', 'font-size': 12 },
} as const;
