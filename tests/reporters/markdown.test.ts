import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT, STEP_SUMMARY } from '../../src/report/markdown.ts';
import { block, cell, safeText, span, words } from '../../src/report/markdown-text.ts';
import { expectAnswers, goldenIn } from '../golden.ts';
import { hostileCapacity } from './capacity-results.ts';
import { markdown } from './formats.ts';
import { ACTIVE, HOSTILE, hostileFindings, hostileResult } from './hostile.ts';
import { accepted, drifted, manyFailing, misled, mixed, result, unproven } from './results.ts';

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

  it('is this for a set-up mistake, a waived violation, and a waiver to be fixed', async () => {
    const texts = [misled, accepted, drifted].map((given) => markdown(given));
    await expect(texts.join('\n')).toMatchFileSnapshot(golden('summaries.md'));
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
    const open = { ...unproven, reason: '猫'.repeat(300) };
    const requirements = Array.from({ length: 2_000 }, (_, index) => ({ ...open, id: `list.r${index}` }));
    expect(size(markdown(result({ outcome: 'incomplete', requirements }), STEP_SUMMARY))).toBeLessThanOrEqual(
      STEP_SUMMARY,
    );
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

it('a text is escaped where Markdown would read something into it, and nowhere else', () => {
  const shown: Readonly<Record<string, (text: string) => string>> = {
    'in a sentence': safeText,
    'words of ours': words,
    'code in a cell': (text) => cell(span(text)),
    'a block, followed by ````': (text) => block([text, '````']).replaceAll('\n', '\\n'),
  };
  return expectAnswers(golden('markdown-text.txt'), (question) => {
    const [, kind = '', text = ''] = /^(.*?): (.*)$/.exec(question) ?? [];
    return shown[kind]?.(text);
  });
});
