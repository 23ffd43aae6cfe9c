import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../../src/exchange/records/exchange-record.ts';
import type { LoadScript } from '../../../src/exchange/records/load-config.ts';
import type { Experiment, K6Record } from '../../../src/exchange/records/load-record.ts';
import type { ChildEnd, K6Launcher } from '../../../src/io/io.ts';
import { FILES, k6Arguments } from '../../../src/k6/run/arguments.ts';

export interface DriveOptions {
  readonly launcher: Pick<K6Launcher, 'start'>;
  /** Path of k6; the virtual one needs none. */
  readonly path?: string;
  readonly script: LoadScript | { readonly path: string };
  readonly config: unknown;
  readonly keys?: Readonly<Record<string, string>>;
  /** `--execution-segment` and its sequence. */
  readonly segment?: readonly string[];
}

export interface Driven {
  readonly end: ChildEnd;
  readonly lines: readonly string[];
  readonly records: readonly K6Record[];
  readonly exchanges: readonly Exchange[];
  readonly closings: readonly Experiment[];
}

const DIST = fileURLToPath(new URL('../../../dist/load/', import.meta.url));

/** Runs one load script by a launcher, as src/k6/run/run.ts does, and reads what it wrote. */
export async function drive(options: DriveOptions): Promise<Driven> {
  const { launcher, path = '', script, config, keys = {}, segment = [] } = options;
  const cwd = mkdtempSync(join(tmpdir(), 'storecheck-drive-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(cwd, name), text);
    return join(cwd, name);
  };
  const secrets = file(
    'keys',
    Object.entries(keys)
      .map((pair) => `${pair.join('=')}\n`)
      .join(''),
  );
  const descriptor = openSync(secrets, 'r');
  unlinkSync(secrets);
  try {
    file(FILES.options, '{}');
    const bundled = typeof script === 'string' ? `${DIST}${script}.js` : script.path;
    const words = k6Arguments(bundled, file(FILES.config, JSON.stringify(config)), '/dev/fd/3', {});
    const args = words.toSpliced(-1, 0, ...segment);
    const env = { PATH: '/usr/bin:/bin', K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' };
    const child = launcher.start({ path, args, cwd, env, descriptor, timeoutMs: 1e9, graceMs: 5_000 });
    const end = await child.ended;
    const lines = readLines(join(cwd, FILES.journal));
    const records = lines.filter((line) => line.startsWith('{')).map((line): K6Record => JSON.parse(line));
    const exchanges = records.filter((record): record is Exchange => !('kind' in record));
    const closings = records.filter((record) => 'kind' in record && record.kind === 'experiment') as Experiment[];
    return { end, lines, records, exchanges, closings };
  } finally {
    closeSync(descriptor);
    rmSync(cwd, { recursive: true, force: true });
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}
