export { overrun, type Work } from './budget.ts';
export { type Block, type Ledger, sum } from './entry.ts';
export { LedgerError, ledgerFile, stateFolder } from './file.ts';
export { KeyInUseError } from './key-lock.ts';
export { lookUp, type OpenLedger, openLedger } from './open.ts';
