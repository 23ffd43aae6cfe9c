import { describe, expect, it } from 'vitest';
import { collectProblems, UsageError } from '../../src/cli/console/problems.ts';
import type { Keys } from '../../src/cli/options/keys.ts';
import { addMissingKeys, keysFor, plansIn } from '../../src/cli/options/read-rerun.ts';
import { apiKey } from '../../src/exchange/index.ts';

const rerun = {
  of: 'run-0',
  failed: [
    { id: 'list.schema' },
    { id: 'limit.keys-independent', plan: 'pro' },
    { id: 'limit.daily', plan: 'free' },
    { id: 'limit.status', plan: 'free' },
  ],
};

type Given = Readonly<Record<'keys' | 'second' | 'daily', Keys>>;
const free = apiKey('free#1', 'a');
const all: Given = {
  keys: { free, pro: apiKey('pro#1', 'b') },
  second: { pro: apiKey('pro#2', 'c') },
  daily: { free: apiKey('free#3', 'd') },
};

describe('a rerun', () => {
  it('needs only the plans and keys with which a limit failed', () => {
    expect(plansIn(rerun)).toEqual(['free', 'pro']);
    expect(plansIn(rerun, 'limit.status')).toEqual(['free']);
    expect(keysFor(rerun, 'limit.keys-independent', all.keys)).toEqual({ pro: all.keys.pro });
  });

  it.each<[string, Partial<Given>, RegExp[]]>([
    ['the key of a plan', { keys: { free } }, [/^the pro key is missing, with which limit\.keys-independent failed/]],
    ["another customer's key", { second: {} }, [/--second-key pro=env:NAME/]],
    ['a dedicated key', { daily: {} }, [/--daily free=env:NAME/]],
  ])('names the option if %s is missing', (_name, change, says) => {
    const problems = collectProblems();
    addMissingKeys(rerun, { ...all, ...change }, [], {}, problems);
    expect(told(problems)).toHaveLength(says.length);
    for (const [index, words] of says.entries()) expect(told(problems)[index]).toMatch(words);
  });
});

function told(problems: ReturnType<typeof collectProblems>): readonly string[] {
  try {
    problems.check();
    return [];
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
}
