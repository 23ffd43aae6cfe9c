import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = new URL('../', import.meta.url).pathname;
export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
