export { REAL_CLOCK } from '../src/cli/find-k6.ts';
