import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { TestRunner } from 'vitest';

type Test = Parameters<typeof TestRunner.getTestFn>[0];

const { MUTANTS = '', MUTANTS_NOTES = '' } = process.env;
const left = new Set(MUTANTS.split(',').map(Number));
const note = (word: string, id: number) => appendFileSync(MUTANTS_NOTES, `${word} ${id}\n`);

/** After each test that passes twice, runs it again with each mutant that it reaches and that no other test of this process has shown. */
export default class extends TestRunner {
  async runTask(test: Test): Promise<void> {
    const run = () => TestRunner.getTestFn(test)();
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
