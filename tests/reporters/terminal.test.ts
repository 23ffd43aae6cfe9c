import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TerminalOptions } from '../../src/reporters/terminal/options.ts';
import { wrap } from '../../src/reporters/text/inert.ts';
import { COLOURED, PLAIN } from '../../src/reporters/text/paint.ts';
import type { Result } from '../../src/result/result.ts';
import { note } from '../../src/text/notes.ts';
import { markdown, terminal } from './formats.ts';
import { aside, failing, limits, result, row, seen, unproven, warned } from './results.ts';

const plain = { paint: PLAIN, width: 80, verbose: false, folder: 'reports/run-1', called: 'storecheck' };
const show = (given: Result, change: Partial<TerminalOptions> = {}): string => terminal(given, { ...plain, ...change });

describe('the report for people', () => {
  it('of a passing run', () => {
    expect(show(result({ requirements: [row(), seen, aside] }))).toMatchInlineSnapshot(`
      "  ✓ list     1 passed, 1 info
        – get      0 passed, 1 not applicable

      Info: 1 behaviour that the specification leaves open (--verbose)

      Not applicable
        no Sunset header was sent: get.sunset-date

      PASSED: no violation of the specification was found.
      3 results: 1 passed, 0 failed, 0 inconclusive, 1 not applicable, 1 info; 58
      requests, 0 unexpected 429
      evidence: reports/run-1 (run run-1)
      next: test the rate limits with storecheck limits --target test
      exit code 0 (passed)
      report: reports/run-1/report.html
      "
    `);
  });

  it('of a failing run names requirement, sentence, difference, repetition, verdict and the next step', () => {
    const residue = [{ id: '7', name: 'x', probe: 'create.available', exchange: 4 }];
    expect(
      show(result({ outcome: 'failed', exitCode: 1, requirements: [row(), failing, warned, unproven], residue })),
    ).toMatchInlineSnapshot(`
      "  ✗ list     1 passed, 1 failed, 1 inconclusive, 1 warning

      Inconclusive: evidence is missing, so the run does not pass (1)
        ? list.schema  GET /pets with a valid key: 200 with a JSON array
            list.maximum: no answer (ECONNRESET)

      Warnings: violations of good practice (1)
        ! GET /pets?limit=1 answered 200 (exchange 1)
          list.fills-page: GET /pets with a valid key: 200 with a JSON array
            “200: body is a JSON array of Animal objects (a paginated list).” (1. List
            animals; good practice)
              expected  at most 1 animals
              actual    2 animals
              select the free key first: export STORE_API_KEY=<your free key>
              repeat: curl -i -H "Authorization: Bearer \${STORE_API_KEY:?}" 'http://127.0.0.1:8080/v1/pets?limit=1'

      Failed: violations of the specification (1)
        ✗ GET /pets?limit=1 answered 200 (exchange 1)
          list.limit-honoured: Never more animals than \`limit\`
            “Maximum number of animals returned.” (1. List animals)
              expected  at most 1 animals
              actual    2 animals
              select the free key first: export STORE_API_KEY=<your free key>
              repeat: curl -i -H "Authorization: Bearer \${STORE_API_KEY:?}" 'http://127.0.0.1:8080/v1/pets?limit=1'
            GET /pets?limit=1 answered 200 (exchange 2)
              expected  at most 1 animals
              actual    3 animals
              repeat: curl -i -H "Authorization: Bearer \${STORE_API_KEY:?}" 'http://127.0.0.1:8080/v1/pets?limit=1'
            and 1 more (results.json, or --verbose)

      FAILED: the service violates 1 requirement of the specification.
      4 results: 1 passed, 1 failed, 1 inconclusive, 1 warning; 58 requests, 0
      unexpected 429
      1 animal remains in the store (the service cannot delete): see residue.json
      evidence: reports/run-1 (run run-1)
      rerun the failures: storecheck rerun --failed reports/run-1
      next: storecheck explain list.limit-honoured
      exit code 1 (failed)
      report: reports/run-1/report.html
      "
    `);
  });

  it('of an incomplete run states the missing evidence', () => {
    expect(
      show(
        result({
          outcome: 'incomplete',
          exitCode: 3,
          requirements: [row(), unproven],
          notes: [note('cut-off', {})],
        }),
        { folder: undefined },
      ),
    ).toMatchInlineSnapshot(`
      "  ? list     1 passed, 1 inconclusive

      Inconclusive: evidence is missing, so the run does not pass (1)
        ? list.schema  GET /pets with a valid key: 200 with a JSON array
            list.maximum: no answer (ECONNRESET)

      note: the run was cut off: its journal has no closing record
      INCOMPLETE: no violation was found, but evidence is missing.
      2 results: 1 passed, 0 failed, 1 inconclusive; 58 requests, 0 unexpected 429
      next: storecheck explain list.schema
      exit code 3 (incomplete)
      "
    `);
  });

  it('states a reason once for several plans', () => {
    const open = { verdict: 'inconclusive', findings: [], reason: 'no 429 was seen' } as const;
    const limits = ['free', 'pro'].map((plan) => row({ ...open, id: 'limit.status', title: 'Refusals are 429', plan }));
    const text = show(result({ outcome: 'incomplete', exitCode: 3, requirements: limits }));
    expect(text).toContain(
      'does not pass (2)\n  ? limit.status (free, pro)  Refusals are 429\n      no 429 was seen\n\n',
    );
  });

  it('names the plans that explain others, below the last of them', () => {
    const rows = ['free', 'pro', 'business'].flatMap((plan) => [
      row({ ...failing, id: 'limit.reset-true', plan }),
      row({ id: 'limit.window-is-a-minute', plan, verdict: 'inconclusive', code: 'reset-is-wrong', reason: 'x' }),
    ]);
    const line =
      'and 2 more inconclusive because of limit.reset-true (free, pro): limit.window-is-a-minute (free, pro)';
    expect(show(result({ requirements: rows.slice(0, -1) }), { width: 200 })).toContain(`\n  ${line}\n`);
  });

  it.each([
    [0, 'Inconclusive: 1 because of failures\n'],
    [1, 'does not pass (1; 1 more because of failures)\n'],
  ])('counts consequences of failures apart from %i of their own', (own, heading) => {
    const open = Array.from({ length: own }, () => row({ verdict: 'inconclusive', reason: 'not sent' }));
    const broken = row({ ...failing, id: 'limit.reset-true' });
    const consequence = row({
      id: 'limit.window-is-a-minute',
      verdict: 'inconclusive',
      code: 'reset-is-wrong',
      reason: 'x',
    });
    expect(show(result({ requirements: [...open, broken, consequence] }))).toContain(heading);
  });

  it('names the plans of inconclusive requirements if several limits were exhausted', () => {
    const id = 'limit.keys-independent';
    const reason = 'no second key was given';
    const given = result({
      requirements: [row({ id }), row({ id, plan: 'pro', verdict: 'not-applicable', reason })],
      limits: { free: limits(), pro: limits({ perWindow: 300 }) },
    });
    expect(show(given)).toContain(`Not applicable\n  ${reason}: ${id} (pro)\n`);
    expect(markdown(given)).toContain(`- **${id} (pro)**: ${reason}`);
    expect(show({ ...given, limits: { pro: limits() } })).toContain(`Not applicable\n  ${reason}: ${id} (pro)\n`);
  });

  it('counts inconclusive requirements that are not a must under an own heading', () => {
    const recommended = { level: 'should', verdict: 'inconclusive' } as const;
    const others = [
      row({ ...recommended, reason: 'never seen' }),
      row({ ...unproven, ...recommended, id: 'list.cache' }),
    ];
    expect(show(result({ requirements: [unproven, ...others] }))).toContain(
      `Inconclusive, but not required (2)\n  never seen: list.ok\n  for a reason above: list.cache\n`,
    );
  });

  it('of a set-up mistake prints the fix without verdicts', () => {
    const text = show(
      result({
        outcome: 'incomplete',
        exitCode: 3,
        setUp: { code: 'wrong-key', params: {}, message: 'every request is answered 401', fix: 'Check the key.' },
      }),
    );
    expect(text).toContain('Set-up: every request is answered 401\n  Check the key.');
    expect(text).toContain('nothing was judged');
    expect(text).toContain('\nexit code 3 (incomplete)');
  });

  it('shows everything with --verbose', () => {
    const text = show(result({ requirements: [row(), failing, seen] }), { verbose: true });
    expect(text).toContain('4 animals');
    expect(text).toContain(`${seen.title} (list.order): newest first`);
    expect(text).toContain('(3 examined)');
    expect(text).not.toContain('more (results.json');
  });

  it.each([
    ['of every status', [row(), failing, warned, unproven, seen, aside]],
    ['with nothing inconclusive', [row(), failing]],
  ])('is the same words with and without colour: rows %s', (_name, requirements) => {
    const given = result({ outcome: 'failed', exitCode: 1, requirements });
    const coloured = terminal(given, { ...plain, paint: COLOURED });
    expect(coloured).not.toBe(show(given));
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(show(given));
  });

  it('keeps its width, except for words that must not be broken', () => {
    const lines = show(result({ requirements: [failing, unproven, warned] })).split('\n');
    expect(lines.filter((line) => line.length > 80 && !/curl|STORE_API_KEY|^rerun the failures: /.test(line))).toEqual(
      [],
    );
  });
});

describe('wrap', () => {
  it('breaks at blanks only, and loses no word', () => {
    const property = fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 30 }), { minLength: 1 }),
      fc.integer({ min: 10, max: 60 }),
      (words, width) => {
        const lines = wrap(words.join(' '), width, '  ').split('\n');
        expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(words);
        expect(
          lines.every((line) => line.startsWith('  ') && (line.length <= width || !line.trim().includes(' '))),
        ).toBe(true);
      },
    );
    fc.assert(property);
  });
});
