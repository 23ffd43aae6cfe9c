export { overrun, type Work } from './budget.ts';
export { sum } from './entry.ts';
export { KeyInUseError } from './lock.ts';
export { LedgerError, ledgerFile, type OpenLedger, openLedger, stateFolder } from './open.ts';
