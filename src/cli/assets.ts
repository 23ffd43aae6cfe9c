import { join } from 'node:path';
import type { LoadScript } from '../exchange/index.ts';
import type { Io } from '../io/io.ts';

/** Paths of the bundled load scripts. */
export function loadScripts({ assets }: Pick<Io, 'assets'>): Readonly<Record<LoadScript, string>> {
  return {
    quota: join(assets, 'quota.js'),
    sustain: join(assets, 'sustain.js'),
    daily: join(assets, 'daily.js'),
    ban: join(assets, 'ban.js'),
    capacity: join(assets, 'capacity.js'),
  };
}

/** The Go module that pins k6. */
export const k6Module = ({ assets }: Pick<Io, 'assets'>): string => join(assets, 'k6');
