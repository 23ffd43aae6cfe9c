import { describe } from 'vitest';

declare global {
  interface ImportMeta {
    /** Vite's: a function for each file that matches, which imports it. */
    readonly glob: (pattern: string) => Readonly<Record<string, () => Promise<void>>>;
  }
}

const TESTS = import.meta.glob('../**/*.test.ts');

/**
 * Which tests share a process, because loading the product, and its first runs, take longer than most of them: the beginnings of their
 * paths. The longest one that fits decides. Processes and packages mostly wait.
 */
export const AREAS = {
  processes: ['process', 'ci'],
  packages: ['browser', 'process/package', 'process/client-certificate', 'process/memory', 'process/parity'],
  commands: ['virtual'],
  units: ['', 'virtual/matrix'],
} as const satisfies Record<string, readonly string[]>;

type Area = keyof typeof AREAS;

const BEGINNINGS = Object.entries(AREAS)
  .flatMap(([area, beginnings]) => beginnings.map((beginning) => ({ area, beginning })))
  .sort((one, other) => other.beginning.length - one.beginning.length);

/** Runs the tests of an area, each file in a `describe` of its name. */
export function runArea(area: Area): void {
  for (const [path, load] of Object.entries(TESTS)) {
    const name = path.slice('../'.length);
    const home = BEGINNINGS.find(({ beginning }) => name.startsWith(beginning));
    if (home?.area === area) describe(name.replace('.test.ts', ''), load);
  }
}
