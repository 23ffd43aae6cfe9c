import type { Kind } from './kinds.ts';

/** Every grouped help ends with this group. */
export const LAST_GROUP = 'Result:';

export type CommandWithSettings = 'check' | 'limits' | 'run' | 'capacity' | 'doctor' | 'report' | 'demo';

/** One setting: its option, its place in storecheck.yaml, or both. The option overrides the file. */
export interface Setting {
  readonly kind: Kind<unknown>;
  /** As in the help: `--window <seconds>`. */
  readonly flag?: string;
  readonly repeatable?: true;
  readonly commands?: readonly CommandWithSettings[];
  readonly help?: string;
  /** The path below a target of storecheck.yaml; `/failOn` is a path below the file, and `failOn/` means both. */
  readonly yaml?: string;
  /** For editors, and the reference in docs/configuration.md. */
  readonly description?: string;
  readonly default?: unknown;
}

export const option = <const F extends string>(commands: readonly CommandWithSettings[], flag: F, help: string) => ({
  commands,
  flag,
  help,
});

export const repeatable = <const F extends string>(
  commands: readonly CommandWithSettings[],
  flag: F,
  help: string,
) => ({
  ...option(commands, flag, `${help}; repeatable`),
  repeatable: true as const,
});

/** The place of a setting in storecheck.yaml. Its description is the help of the option if the row has none. */
export const inFile = (yaml: string, description?: string) => ({
  yaml,
  ...(description === undefined ? {} : { description }),
});
