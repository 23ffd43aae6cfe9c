export * from './body.ts';
export * from './exchange.ts';
export * from './http-date.ts';
export * from './journal.ts';
export * from './json.ts';
export * from './once.ts';
export * from './redact.ts';
export * from './trace.ts';
