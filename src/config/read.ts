import type { ConfigCheck, PartlyConfig } from './checks/check.ts';
import { capacity, limits } from './checks/limits.ts';
import { address, categories, durations, keys } from './checks/targets.ts';
import { waivers } from './checks/waivers.ts';
import { build, type Config } from './config.ts';
import { parse, positions } from './document/parse.ts';
import { offsetOf, treeOf } from './document/tree.ts';
import { type Path, pointer } from './path.ts';
import { type Flaw, type LinePosition, problemsOf } from './problem.ts';
import type { RawConfig } from './schema/config-schema.ts';
import { validate } from './schema/validate.ts';

const CHECKS: readonly ConfigCheck[] = [address, keys, limits, durations, categories, waivers, capacity];

export interface ReadConfig {
  readonly config: Config;
  /** The place of a value or its nearest mapping, for later problems such as an unset variable. */
  readonly locate: (path: Path) => LinePosition;
}

/** Reads `storecheck.yaml` (YAML 1.2 or JSON); `file` is its path with `/`. Reports all problems, and never repeats a possible key. Never throws. */
export function readConfig(text: string, file: string): ReadConfig | { readonly problems: readonly string[] } {
  // A byte order mark would shift the columns of the first line.
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  const positionOf = positions(body);
  const fail = (flaws: readonly Flaw[]) => ({ problems: problemsOf(flaws, file, positionOf) });
  const parsed = parse(body, positionOf);
  if (parsed.flaws.length > 0 || !('document' in parsed)) return fail(parsed.flaws);
  const tree = treeOf(parsed.document, (offset) => positionOf(offset).line);
  if (tree.value === undefined) return fail(tree.flaws);
  if (tree.value === null && tree.flaws.length === 0) return fail([EMPTY]);

  const { flaws: schemaFlaws, valid } = validate(tree);
  const flaws = [...tree.flaws, ...schemaFlaws];
  const locate = (path: Path) => positionOf(offsetOf(tree.places, path));
  const lineOf = (path: Path) => locate(path).line;
  const place = (path: Path) => tree.places.get(pointer(path));
  const input = {
    // The validator has removed values of a wrong type.
    config: (valid ?? {}) as PartlyConfig,
    say: (path: Path, message: string, at?: 'key' | 'value') => {
      flaws.push({ offset: offsetOf(tree.places, path, at), path, message });
    },
    place,
    lineOf,
  };
  for (const check of CHECKS) check(input);
  if (flaws.length > 0) return fail(flaws);
  return { config: build(valid as RawConfig, file, input), locate };
}

const EMPTY: Flaw = {
  offset: 0,
  path: [],
  message: 'the file is empty: add "targets:" or delete it',
};
