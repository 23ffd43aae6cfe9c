import { test } from 'vitest';
import { readJson, writeJson } from '../../src/reference/json.ts';
import { expectAnswers, goldenIn } from '../golden.ts';

test('JSON is kept as it is written, or refused', () =>
  expectAnswers(goldenIn(import.meta.dirname)('json.txt'), (question) => {
    const [text = '', times = '1'] = question.split(' × ');
    try {
      return writeJson(readJson(JSON.parse(text).repeat(Number(times))));
    } catch (error) {
      return (error as Error).name;
    }
  }));
