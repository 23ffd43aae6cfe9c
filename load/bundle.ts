/** The load scripts: each is bundled into one `.js`, since k6 hangs on TypeScript that it cannot parse. */
export const SCRIPTS = ['quota', 'paced', 'capacity'] as const;

/** esbuild's settings for the scripts of k6. `platform: 'neutral'` makes any `node:` import below a script an error. */
export const BUNDLE = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: ['k6', 'k6/*'],
  supported: { 'for-await': false, 'async-generator': false },
  logLevel: 'warning',
} as const;
