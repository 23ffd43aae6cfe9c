export * from './credential.ts';
export * from './marker.ts';
export * from './probe.ts';
export * from './request.ts';
