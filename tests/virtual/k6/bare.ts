import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadScript } from '../../../src/exchange/records/load-config.ts';
import { LOAD_SCRIPTS } from '../../built.ts';
import { temporaryFolder } from '../../folder.ts';
import { virtualK6 } from '../k6.ts';
import { world } from '../world.ts';

interface Bare {
  readonly code: number | null;
  /** Path of what the script wrote. */
  readonly journal: string;
}

/** Runs a load script as its first lines say, without the driver: `variables` as `-e`, `keys` by their labels. */
export async function bareK6(
  script: LoadScript,
  variables: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, string>>,
): Promise<Bare> {
  const cwd = temporaryFolder();
  const lines = Object.entries(keys).map(([label, key]) => `${label}=${key}\n`);
  writeFileSync(join(cwd, 'keys'), lines.join(''), { mode: 0o600 });
  const journal = join(cwd, 'journal.ndjson');
  const args = [
    ...['run', '--quiet', '--secret-source=file=keys', '--log-format=raw', `--console-output=${journal}`],
    ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    LOAD_SCRIPTS[script],
  ];
  const child = virtualK6(world()).start({
    path: '/virtual/k6',
    args,
    cwd,
    env: {},
    timeoutMs: 3_600_000,
    graceMs: 5_000,
  });
  const { code } = await child.ended;
  return { code, journal };
}
