import { type Path, pointer } from '../path.ts';
import type { Place } from './tree.ts';

/** Where the value stands, or the nearest mapping around it that does. */
export function offsetOf(places: ReadonlyMap<string, Place>, path: Path, what: 'key' | 'value' = 'value'): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const place = places.get(pointer(path.slice(0, length)));
    if (place === undefined) continue;
    return what === 'key' || length < path.length ? (place.keyOffset ?? place.offset) : place.offset;
  }
  return 0;
}
