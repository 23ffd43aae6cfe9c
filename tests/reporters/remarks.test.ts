import { it } from 'vitest';
import { remarks } from '../../src/reporters/view/limits.ts';
import { summaryOf } from '../../src/result/summary/summary.ts';
import type { ObservedValue } from '../../src/rules/outcome.ts';
import { expectLines, goldenIn } from '../golden.ts';
import { limits, result, row } from './results.ts';

type Saw = { readonly [name: string]: ObservedValue };

/** What was seen of each plan's limiter. */
const kinds = (seen: Readonly<Record<string, Saw & { readonly class: string }>>) =>
  result({
    limits: Object.fromEntries(
      Object.entries(seen).map(([plan, { class: name }]) => [plan, limits({ algorithm: { class: name } })]),
    ),
    requirements: Object.entries(seen).map(([plan, value]) => saw('limit.algorithm', plan, value)),
  });
const saw = (id: string, plan: string, value: Saw) => row({ id, plan, level: 'observe', verdict: 'observed', value });
const prolonging = (prolongsTheWait: boolean) =>
  result({ limits: { free: limits() }, requirements: [saw('limit.rejects-count', 'free', { prolongsTheWait })] });
const showing = (...limitsSeen: number[]) => result({ limits: { free: limits({ limitsSeen }) } });
const open = { class: 'not determined', evidence: 'the burst took less than 3 s' };

it('a remark on a limit is printed once for all its plans', () =>
  expectLines(
    goldenIn(import.meta.dirname)('remarks.txt'),
    {
      'several kinds': kinds({
        free: { class: 'fixed from first request', evidence: 'Reset stands still' },
        pro: { class: 'fixed on the clock', evidence: 'Reset stands still' },
        business: { class: 'sliding', evidence: 'Reset moved by 5 s' },
      }),
      'windows of an unknown kind': kinds({ free: { ...open, windows: true }, pro: { ...open, windows: true } }),
      'fixed windows that start at an unknown moment': kinds({ free: { ...open, windows: 'fixed' } }),
      'an unknown algorithm': kinds({ free: open }),
      'a refusal that prolongs the wait': prolonging(true),
      'a refusal that does not': prolonging(false),
      'the limit of the plan': showing(60),
      'another limit, too': showing(60, 1000),
      'only another limit': showing(1000),
    },
    (given) => remarks(summaryOf(given)).join(' / '),
  ));
