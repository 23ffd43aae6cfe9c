import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';

interface Holder {
  readonly pid: number;
  readonly machine: string;
  readonly run: string;
}

/** Another run holds the key. */
export class KeyInUseError extends Error {
  override readonly name = 'KeyInUseError' as const;
}

/**
 * Takes the lock of one key; two runs at once would spend each other's requests. A lock whose process has died is taken over.
 * Throws a KeyInUseError that names the other run.
 */
export function takeLock(path: string, run: string): () => void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const holder: Holder = { pid: process.pid, machine: hostname(), run };
      writeFileSync(path, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
      let held = true;
      return () => {
        // Once: by the second time it may be another run's.
        if (held) rmSync(path, { force: true });
        held = false;
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      takeAway(path, tellHolder(path));
    }
  }
  throw new KeyInUseError(`another run takes the lock ${path} at the same time; try again`);
}

/** Throws a KeyInUseError that names the run which holds the lock; gives one that has died. Takes nothing. */
export function tellHolder(path: string): Holder | undefined {
  const holder = holderOf(path);
  if (holder === undefined || isDead(holder)) return holder;
  const { run, pid, machine } = holder;
  throw new KeyInUseError(
    `run ${run} (process ${pid} on ${machine}) uses this key; wait until it has ended${machine === hostname() ? '' : `, or remove ${path} if it has`}`,
  );
}

/** Renamed first: where another run has just taken it over, that one's lock is put back. */
function takeAway(path: string, dead: Holder | undefined): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    // The other run was quicker.
    return;
  }
  if (JSON.stringify(holderOf(aside)) === JSON.stringify(dead)) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** Undefined where the file holds no holder: its process died while it wrote. */
function holderOf(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof holder.pid === 'number' && typeof holder.machine === 'string' && typeof holder.run === 'string'
      ? { pid: holder.pid, machine: holder.machine, run: holder.run }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Processes of another machine (a shared folder) cannot be asked. */
function isDead({ pid, machine }: Holder): boolean {
  if (machine !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
