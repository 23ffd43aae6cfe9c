import type { Behaviour } from '../../src/reference/behaviour.ts';
import { conforming } from '../../src/reference/conforming/index.ts';
import { variantNamed } from './variant-named.ts';

/** The conforming behaviour, outside of a server. */
export const baseOf = (): Behaviour => ({ ...conforming, now: () => 0, later: () => undefined });

/** A behaviour with a fault or variant. */
export const varied = (id: string, base = baseOf()): Behaviour => ({ ...base, ...variantNamed(id).apply(base) });
