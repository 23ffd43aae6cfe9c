import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { TestRunner } from 'vitest';
import { endWorld } from '../virtual/world.ts';

type Test = Parameters<typeof TestRunner.getTestFn>[0];

const { MUTANTS = '', MUTANTS_NOTES = '' } = process.env;
const left = new Set(MUTANTS.split(',').map(Number));
const note = (word: string, id: number) => appendFileSync(MUTANTS_NOTES, `${word} ${id}\n`);

/** After each test that passes twice, runs it again with each mutant that it reaches and that no other test of this process has shown. */
export default class extends TestRunner {
  async runTask(test: Test): Promise<void> {
    // As after each test: each run has the ports and times of the first one.
    const run = () => Promise.resolve(TestRunner.getTestFn(test)()).finally(endWorld);
    globalThis.$mutant = 0;
    await run();
    globalThis.$covered = new Set();
    await run();
    const reached = globalThis.$covered;
    globalThis.$covered = undefined;
    for (const id of [...left].filter((one) => reached.has(one))) {
      note('tries', id);
      globalThis.$mutant = id;
      try {
        await run();
      } catch {
        left.delete(id);
        note('shows', id);
      }
      globalThis.$mutant = 0;
    }
  }
}
