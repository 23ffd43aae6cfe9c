export * from './absent-id.ts';
export * from './credential.ts';
export * from './marker.ts';
export * from './payload.ts';
export * from './probe.ts';
export * from './request.ts';
