export * from './animal.ts';
export * from './known.ts';
export * from './payload.ts';
export * from './query.ts';
