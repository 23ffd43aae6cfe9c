import { cpus } from 'node:os';

/** The share of all processors' time that was used since: a machine that is busy cannot be on time. */
export function busySince(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    const all = after.all - before.all;
    return all === 0 ? 0 : Math.round((1 - (after.idle - before.idle) / all) * 1_000) / 1_000;
  };
}

function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) };
}
