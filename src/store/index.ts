export * from './animal.ts';
export * from './dropped.ts';
export * from './known.ts';
export * from './mark.ts';
export * from './query.ts';
