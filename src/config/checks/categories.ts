import { type ConfigCheck, targetsOf } from './check.ts';

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

/** Category ids are int64, each once. */
export const categories: ConfigCheck = ({ config, say, place }) => {
  for (const { name, target } of targetsOf(config)) {
    if (!Array.isArray(target.categories)) continue;
    const first = new Set<bigint>();
    for (const [index, double] of target.categories.entries()) {
      const path = ['targets', name, 'categories', index];
      const { integer, source } = place(path) ?? {};
      if (double === undefined) continue;
      if (integer === undefined)
        say(path, `${source?.slice(0, 40)} is not written as a whole number; write its digits alone`);
      else if (integer < SMALLEST || integer > LARGEST)
        say(path, `${String(integer).slice(0, 40)} does not fit in 64 bits; ids go from ${SMALLEST} to ${LARGEST}`);
      else if (first.has(integer)) say(path, `${integer} stands in the list twice`);
      else first.add(integer);
    }
  }
};
