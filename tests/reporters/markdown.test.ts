import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT, STEP_SUMMARY } from '../../src/reporters/markdown/markdown.ts';
import { block, cell, safeText, span, words } from '../../src/reporters/markdown/markdown-text.ts';
import { goldenIn } from '../golden.ts';
import { hostileCapacity } from './capacity-results.ts';
import { markdown } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { accepted, drifted, manyFailing, misled, mixed, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

/** What is left of a text once its blocks and code spans, in which Markdown reads nothing, are taken out. */
function bare(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^(`{3,})/.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && line.startsWith(fence) && /^`+$/.test(line)) fence = undefined;
    else if (fence === undefined) lines.push(line);
  }
  expect(fence, 'a block was not closed').toBeUndefined();
  return lines.map(withoutSpans).join('\n');
}

/** CommonMark: a code span ends at the next run of just as many backticks. */
function withoutSpans(line: string): string {
  let rest = line;
  let kept = '';
  for (;;) {
    const open = /(?<!\\)`+/.exec(rest);
    if (open === null) return kept + rest;
    kept += rest.slice(0, open.index);
    const after = rest.slice(open.index + open[0].length);
    const close = [...after.matchAll(/`+/g)].find(([run]) => run.length === open[0].length);
    expect(close, `a span was not closed: ${line.slice(0, 200)}`).toBeDefined();
    rest = after.slice((close?.index ?? 0) + open[0].length);
  }
}

/** Links, images, HTML, mentions, numbers of issues, addresses that become links. */
const LIVE = /(?<!\\)[[<]|(?<!\\)!\[|@|https?:|www\.|(?<!\\)#\d|(?<!\\)\*\*\*/i;

/** Brackets around an interval are not a link: no text can define one of this name. */
const INTERVAL = /\[[\d.]+–[\d.]+\]/g;

const size = (text: string) => Buffer.byteLength(text);

describe('the Markdown summary', () => {
  it('is this for one row of every status', async () => {
    await expect(markdown(mixed)).toMatchFileSnapshot(golden('summary.md'));
  });

  it('is this for a mistake in the set-up: safeText once', async () => {
    await expect(markdown(misled)).toMatchFileSnapshot(golden('summary-set-up.md'));
  });

  it('shows evidence only of what did not pass', () => {
    const text = markdown(result({ requirements: [row(), row({ id: 'list.other' })] }));
    expect(text).not.toContain('list.ok');
    expect(text).toContain('- list: 2 passed');
  });

  it('names waivers and what drifted', () => {
    expect(markdown(accepted)).toContain('### Waived (1)');
    expect(markdown(drifted)).toContain('**fails the run**: `waiver of list.* (storecheck.yaml:12)`');
  });

  it('fits into a comment and a step summary of GitHub, and states what is omitted', () => {
    for (const [limit, count] of [
      [COMMENT, 500],
      [STEP_SUMMARY, 3_000],
    ] as const) {
      const text = markdown(manyFailing(count), limit);
      expect(size(text)).toBeLessThanOrEqual(limit);
      expect(size(text)).toBeGreaterThan(limit - 2_000);
      const shown = text.match(/^#### /gm)?.length ?? 0;
      expect(text).toContain(`**Cut here: ${count - shown} more blocks.**`);
    }
    expect(COMMENT).toBeLessThan(65_536);
    expect(STEP_SUMMARY).toBeLessThanOrEqual(900_000);
    expect(markdown(manyFailing(20))).not.toContain('Cut here');
  });

  it('is cut by bytes, not by letters', () => {
    const given = result({
      outcome: 'incomplete',
      requirements: Array.from({ length: 2_000 }, (_, index) => ({
        ...unproven,
        id: `list.r${index}`,
        reason: '猫'.repeat(300),
      })),
    });
    expect(size(markdown(given, STEP_SUMMARY))).toBeLessThanOrEqual(STEP_SUMMARY);
  });

  it.each(Object.entries(HOSTILE))('reads nothing into %s', (_name, text) => {
    for (const given of [hostileResult(text), hostileFindings(text), hostileCapacity(text)]) {
      const summary = markdown(given);
      expect(summary).not.toMatch(ACTIVE);
      expect(bare(summary).replace(INTERVAL, '')).not.toMatch(LIVE);
      // Every row of a table has the cells of its heading.
      const tables = summary
        .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
        .split('\n')
        .filter((line) => line.startsWith('| '));
      for (const line of tables) expect([2, 3, 4, 5, 6, 7, 8, 9]).toContain(line.split(/(?<!\\)\|/).length - 2);
      expect(size(summary)).toBeLessThanOrEqual(COMMENT);
    }
  });

  it('renders any safeText as plain text', () => {
    const unit = fc.constantFrom(...'`\\|[](<>!*_~#@\n a1.:/');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        expect(bare(markdown(hostileFindings(text)))).not.toMatch(LIVE);
      }),
    );
  });
});

describe('text in Markdown', () => {
  it.each([
    ['no answer (ECONNRESET)', 'no answer (ECONNRESET)'],
    ['see https://x.example', '`see https://x.example`'],
    ['@someone', '`@someone`'],
    ['store.example:8080 on 2026-11-21:', 'store.example:8080 on 2026-11-21:'],
    ['12:00:00 :100:', '`12:00:00 :100:`'],
    ['a `b` c', '``a `b` c``'],
    ['`', '`` ` ``'],
  ])('%s is safeText as %s', (text, shown) => {
    expect(safeText(text)).toBe(shown);
  });

  it.each([
    ['GET /pets with `limit` <= 100', 'GET /pets with \\`limit\\` \\<= 100'],
    ['72 ms (objective: 300 ms), 63 [57–69], a_b, ~', '72 ms (objective: 300 ms), 63 [57–69], a_b, \\~'],
    ['~', '~'],
    ['[x](y) [1–2](y) _a_ ~b~ #1 &lt; $c$', '\\[x](y) \\[1–2](y) \\_a\\_ \\~b\\~ \\#1 \\&lt; \\$c\\$'],
  ])('of our own has a backslash only where Markdown needs one: %s', (text, shown) => {
    expect(words(text)).toBe(shown);
  });

  it('never breaks a row of a table', () => {
    expect(cell(span('a|b\\|c'))).toBe('`a¦b¦c`');
  });

  it('in a block cannot close it', () => {
    expect(block(['```', '````'])).toBe('`````text\n```\n````\n`````');
  });
});
