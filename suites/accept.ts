import type { HeaderLine } from '../src/exchange/index.ts';

/** The Accept header of browsers: HTML before anything else, which some frameworks send for errors. */
export const BROWSER: HeaderLine = ['Accept', 'text/html,application/xml;q=0.9,*/*;q=0.8'];
/** The Accept header of HTTP libraries: JSON among others. */
export const LIBRARY: HeaderLine = ['Accept', 'application/json, text/plain, */*'];
