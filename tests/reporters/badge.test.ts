import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { goldenIn } from '../golden.ts';
import { badge } from './formats.ts';
import { HOSTILE, hostileFindings } from './hostile.ts';
import { misled, mixed, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

const readOnly = result({ settings: { ...result().settings, readOnly: true } });
const open = result({ outcome: 'incomplete', requirements: [row(), unproven] });

const label = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1];

describe('the badge', () => {
  it.each([
    ['what passed', result(), 'animal store: 1 musts passed'],
    ['that it was read-only', readOnly, 'animal store: 1 musts passed, read-only'],
    ['how many failed', mixed, 'animal store: 2 failed'],
    ['how many are unproven', open, 'animal store: incomplete: 1 inconclusive'],
    ['a mistake in the set-up', misled, 'animal store: incomplete: set-up'],
    ['a fault of ours', result({ outcome: 'error' }), 'animal store: error'],
  ])('says %s', (_what, given, said) => {
    const svg = badge(given);
    expect(XMLValidator.validate(svg)).toBe(true);
    expect(label(svg)).toBe(said);
    expect(svg).toContain(`<title>${said}</title>`);
  });

  it('is this', async () => {
    await expect(badge(result())).toMatchFileSnapshot(golden('badge.svg'));
  });

  it('never shows another outcome as passed', () => {
    const colours = [result(), mixed, misled].map(
      (given) => /x="\d+" width="\d+" height="20" fill="([^"]*)"/.exec(badge(given))?.[1],
    );
    expect(new Set(colours).size).toBe(3);
  });

  it('fetches nothing and shows nothing of the service', () => {
    for (const text of Object.values(HOSTILE)) expect(badge(hostileFindings(text))).toBe(badge(hostileFindings('x')));
    expect(badge(mixed)).not.toMatch(/href|url\(|<script|<style/);
  });
});
