import {
  address,
  type ConfigCheck,
  capacity,
  categories,
  durations,
  keys,
  limits,
  type PartlyConfig,
  waivers,
} from './checks.ts';
import { build, type Config } from './config.ts';
import { type LinePosition, type Path, parseConfig } from './document.ts';
import { problemTexts } from './problems.ts';
import type { RawConfig } from './schema/config-schema.ts';
import { validate } from './schema/validate.ts';

const CHECKS: readonly ConfigCheck[] = [address, keys, limits, durations, categories, waivers, capacity];

export interface ReadConfig {
  readonly config: Config;
  /** The place of a value or its nearest mapping, for later problems such as an unset variable. */
  readonly locate: (path: Path) => LinePosition;
}

/** Reads `storecheck.yaml` (YAML 1.2 or JSON); `file` is its path with `/`. Reports all problems, and never a value of the file. */
export function readConfig(text: string, file: string): ReadConfig | { readonly problems: readonly string[] } {
  // A byte order mark would shift the columns of the first line.
  const document = parseConfig(text.startsWith('\ufeff') ? text.slice(1) : text);
  if ('flaws' in document) return { problems: problemTexts(document.flaws, file) };
  const { flaws: ofSchema, valid } = validate(document);
  const flaws = [...ofSchema];
  const input = {
    // The validator has removed values of a wrong type.
    config: (valid ?? {}) as PartlyConfig,
    say: (path: Path, message: string, at?: 'key' | 'value') => {
      flaws.push({ position: document.position(path, at), path, message });
    },
    document,
  };
  for (const check of CHECKS) check(input);
  if (flaws.length > 0) return { problems: problemTexts(flaws, file) };
  return { config: build(valid as RawConfig, file, document), locate: document.position };
}
