import { afterEach } from 'vitest';
import { endWorld } from './world.ts';

afterEach(endWorld);
