import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { K6NotFoundError } from '../../src/k6/find/errors.ts';
import { findK6 } from '../../src/k6/find/find.ts';
import { ASSETS } from '../built.ts';
import { REAL_CLOCK } from '../real-io.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where k6 is, or why there is none. */
    readonly k6: { readonly path: string; readonly version: string } | { readonly missing: string };
  }
}

/** Before the tests of processes: finds k6, or builds it once for this machine. */
export async function setup(project: TestProject): Promise<void> {
  try {
    const moduleDir = join(ASSETS, 'k6');
    const say = (line: string) => process.stderr.write(line);
    const { path, version } = await findK6({ env: process.env, moduleDir, clock: REAL_CLOCK, say });
    project.provide('k6', { path, version });
  } catch (error) {
    if (!(error instanceof K6NotFoundError)) throw error;
    project.provide('k6', { missing: error.message });
  }
}
