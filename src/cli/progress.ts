import type { Exchange, JournalRecord } from '../exchange/index.ts';
import type { Paint } from '../reporters/paint.ts';

export interface Progress {
  readonly see: (record: JournalRecord) => void;
  readonly end: () => void;
}

/** Off a terminal, a sign of life at least this often. */
const HEARTBEAT_MS = 20_000;

/**
 * What happens while a run sends, on stderr. On a terminal one live line with a countdown while waiting; elsewhere a line for each group
 * of probes and each wait, and a heartbeat, without cursor codes.
 */
export function progress(write: (text: string) => void, isTerminal: boolean, paint: Paint, planned: number): Progress {
  return isTerminal ? liveLine(write, paint, planned) : plainLines(write);
}

function liveLine(write: (text: string) => void, paint: Paint, planned: number): Progress {
  let sent = 0;
  let countdown: NodeJS.Timeout | undefined;
  const show = (text: string) => write(`\r\u001b[2K${text}`);
  const stop = () => clearInterval(countdown);
  return {
    see: (record) => {
      if (isExchange(record)) {
        stop();
        sent += 1;
        show(paint.dim(`[${sent}/≤${planned}] ${record.probe}`));
      } else if (record.kind === 'wait') {
        const until = Date.now() + record.until - record.at;
        const tick = () =>
          show(
            paint.yellow(
              `waiting ${Math.max(0, Math.ceil((until - Date.now()) / 1000))} s: ${record.reason}`.slice(0, 118),
            ),
          );
        stop();
        tick();
        countdown = setInterval(tick, 500);
        countdown.unref();
      }
    },
    end: () => {
      stop();
      write('\r\u001b[2K');
    },
  };
}

function plainLines(write: (text: string) => void): Progress {
  let group = '';
  let count = 0;
  let sent = 0;
  const flush = () => {
    if (count > 0) write(`  ${group.padEnd(8)} ${count} ${count === 1 ? 'request' : 'requests'}\n`);
    count = 0;
  };
  const beat = setInterval(() => write(`  … ${sent} requests sent so far\n`), HEARTBEAT_MS);
  beat.unref();
  return {
    see: (record) => {
      if (isExchange(record)) {
        const next = record.probe.split('.')[0] ?? '';
        if (next !== group) flush();
        group = next;
        count += 1;
        sent += 1;
      } else if (record.kind === 'wait' && record.until - record.at > 500) {
        flush();
        write(`  waiting ${((record.until - record.at) / 1000).toFixed(1)} s: ${record.reason}\n`);
      }
    },
    end: () => {
      clearInterval(beat);
      flush();
    },
  };
}

function isExchange(record: JournalRecord): record is Exchange {
  return !('kind' in record);
}
