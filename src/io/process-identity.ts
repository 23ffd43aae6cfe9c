import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import process from 'node:process';
import { systemCode } from './files.ts';

/** A process, precisely enough to tell later whether it still runs. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** Linux: start time in clock ticks since boot. Pids are reused; a pid with its start time is not. */
  readonly started?: string | undefined;
  /** Linux: the pid namespace. Containers can share a host name, but not their pids. */
  readonly namespace?: string | undefined;
}

export const THIS_PROCESS: ProcessIdentity = {
  pid: process.pid,
  host: hostname(),
  started: startOf(process.pid),
  namespace: namespaceOf(),
};

/** Whether the process runs, or undefined if this process cannot tell: it belongs to another host or container. */
export function isRunning({ pid, host, started, namespace }: ProcessIdentity): boolean | undefined {
  if (host !== THIS_PROCESS.host || namespace !== THIS_PROCESS.namespace) return undefined;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) === 'ESRCH') return false;
  }
  return startOf(pid) === started;
}

/** The start time: field 22 of /proc/PID/stat. The name in field 2 may contain spaces and brackets. A zombie has ended. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}

function namespaceOf(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
