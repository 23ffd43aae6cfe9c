import { join } from 'node:path';

/** A file with the expected text of a reporter. */
export const golden = (name: string): string => join(import.meta.dirname, 'golden', name);
