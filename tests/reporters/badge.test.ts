import { XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { expectLines, goldenIn } from '../golden.ts';
import { badge } from './formats.ts';
import { HOSTILE, hostileFindings } from './hostile.ts';
import { misled, mixed, result, row, unproven } from './results.ts';

const golden = goldenIn(import.meta.dirname);

it('the badge has the words and the colour of each outcome', () =>
  expectLines(
    golden('badge.txt'),
    {
      passed: result(),
      'read-only': result({ settings: { ...result().settings, readOnly: true } }),
      failed: mixed,
      'without evidence': result({ outcome: 'incomplete', requirements: [row(), unproven] }),
      'a set-up mistake': misled,
      'an internal error': result({ outcome: 'error' }),
    },
    (given) => {
      const svg = badge(given);
      expect(XMLValidator.validate(svg)).toBe(true);
      expect(svg).not.toMatch(/href|url\(|<script|<style/);
      const colour = /x="\d+" width="\d+" height="20" fill="([^"]*)"/.exec(svg)?.[1];
      return `${/aria-label="([^"]*)"/.exec(svg)?.[1]} (${colour})`;
    },
  ));

it('the badge is an SVG that contains nothing of the service', async () => {
  await expect(badge(result())).toMatchFileSnapshot(golden('badge.svg'));
  for (const text of Object.values(HOSTILE)) expect(badge(hostileFindings(text))).toBe(badge(hostileFindings('x')));
});
