import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FailedPod } from '../../../capacity/index.ts';
import type { Io } from '../../../io/io.ts';
import { reading } from '../../files/writable.ts';

/** The failed pods of a step, from the table that `commands.sh` keeps in the folder. */
export function failedPods(folder: string, testRun: string, { cwd }: Pick<Io, 'cwd'>): FailedPod[] {
  const file = `${testRun}.pods.txt`;
  const path = resolve(cwd, folder, file);
  if (!existsSync(path)) return [];
  const lines = reading(join(folder, file), () => readFileSync(path, 'utf8')).split('\n');
  // Events follow, and log lines.
  const end = lines.findIndex((line) => line.startsWith('OBJECT'));
  return lines.slice(0, end === -1 ? lines.length : end).flatMap((line) => {
    const [pod = '', , phase = '', reason = '', waiting = '', , exit = ''] = line.trim().split(/\s+/);
    const instance = pod.startsWith(`${testRun}-`) ? Number(pod.slice(testRun.length + 1).split('-')[0]) : Number.NaN;
    if (Number.isNaN(instance)) return [];
    const known = [/^\d+$/.test(exit) ? `exit ${exit}` : NONE, reason, waiting, phase];
    return [{ instance, how: known.find((one) => one !== NONE) ?? phase, file }];
  });
}

/** Kubectl's value of a missing field. */
const NONE = '<none>';
