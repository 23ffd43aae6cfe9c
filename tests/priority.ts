import { getPriority, setPriority } from 'node:os';

/** The priority that this process began with. */
export const USUAL = getPriority();

/** Whether a process that gave way may rise again: mostly only root may, and not in every container. */
export const MAY_RISE = mayRise();

function mayRise(): boolean {
  try {
    setPriority(USUAL - 1);
    setPriority(USUAL);
    return true;
  } catch {
    return false;
  }
}
