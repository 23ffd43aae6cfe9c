import { afterAll, afterEach } from 'vitest';
import { closeAfterFile, closeAfterTest } from './at-end.ts';

afterEach(closeAfterTest);
afterAll(closeAfterFile);
