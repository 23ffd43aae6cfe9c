export { overrun, type Work } from './budget.ts';
export { type Ledger, sum } from './entry.ts';
export { KeyInUseError, LedgerError, ledgerFile, lookUp, type OpenLedger, openLedger, stateFolder } from './open.ts';
