import type { Random } from '../random.ts';

/** A class of names. `mark` recognises the animal; a class whose effect depends on the complete name leaves it out. */
export interface NameClass {
  readonly id: string;
  readonly name: (mark: string, random: Random) => string;
}

/** Texts that may appear anywhere in a name. */
const TEXTS: Readonly<Record<string, string>> = {
  latin: 'Ægir Łódź Ñandú Ünïcødé ß ı İ ſ',
  greek: 'Ὀδυσσεύς ΣΊΣΥΦΟΣ ς',
  cyrillic: 'Ёжик Їжак Ѣ',
  cjk: '猫 東京 Kätzchen 고양이 ねこ',
  thai: 'แมวน้ำ กี่',
  devanagari: 'बिल्ली क्षि',
  hebrew: 'חתול שָׁלוֹם',
  arabic: 'قطة لا إله ٣٤',
  'right-to-left-override': 'a\u202eb\u202cc \u2066d\u2069',
  composed: 'é ü Å \u1e69',
  decomposed: 'e\u0301 u\u0308 A\u030a s\u0323\u0307',
  'combining-order': 's\u0307\u0323 a\u0315\u0300\u05ae',
  'combining-stack': `z${'\u0321\u0345\u0363\u0489\u035c'.repeat(6)}`,
  compatibility: 'ﬁ ① ½ Å K Ω ㎏ ｶﾞ Ａ',
  jamo: '\u1100\u1161\u11a8',
  emoji: '🐾🐈😀',
  'emoji-sequence': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 1️⃣ 🇩🇪',
  'variation-selector': '☃\ufe0e ☃\ufe0f 葛\u{e0100}',
  'astral-letters': '𝔘𝔫𝔦 𠀀 𐐷 𓃠',
  'private-use': '\ue000 \u{f0000} \u{10fffd}',
  'zero-width': 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg',
  'wide-spaces': 'a\u00a0b\u2003c\u3000d\u202fe',
  'inner-spaces': 'a  b   c',
  tab: 'a\tb',
  'line-feed': 'a\nb',
  'carriage-return': 'a\r\nb\rc',
  'line-separator': 'a\u2028b\u2029c\u0085d',
  controls: 'a\u0001b\u0008c\u000cd\u001be\u001ff\u007fg',
  nul: 'a\u0000b',
  'double-quotes': 'a "b" ""',
  'single-quotes': "a 'b' '' `c` ´d",
  'curly-quotes': '“a” ‘b’ «c» – — …',
  backslashes: 'a\\b \\\\ \\n \\u0041 c\\',
  slashes: 'a/b // </x',
  markup: '<b>a</b> <i c="d">',
  'markup-entities': '&amp; &lt; &#65; &nbsp; & &x',
  'markup-comment': '<!-- a --> <![CDATA[b]]> <?c?>',
  sql: "a'; -- b",
  'sql-wildcards': 'a%b_c*d?',
  'template-dollar': `a\${1+1}b $1 $& $$`,
  'template-braces': 'a{{1+1}}b {0} {name} {%c%}',
  'template-percent': 'a<%= 1+1 %>b #{1+1}',
  format: 'a%s %d %n %x %%',
  'percent-encoded': 'a%41 %20 %2F %c3%a9 +b',
  'query-like': 'a&b=c;d#e?f',
  'path-like': 'a/../b/./c',
  csv: '=1+1,"a";b|c',
  'json-like': '{"id":1,"name":"x"} [1] \\"',
  'yaml-like': 'a: b # c - d',
  'ansi-escape': '\u001b[31ma\u001b[0m',
  'at-and-hash': '@a #b !c ~d ^e',
};

/** Complete names that parsers take for something else. */
const ALONE = [
  'null',
  'NULL',
  'undefined',
  'None',
  'nil',
  'true',
  'false',
  'yes',
  'NaN',
  'Infinity',
  '0',
  '-1',
  '007',
  '1e3',
  '1.0',
  '0x1F',
  '9223372036854775808',
  '2020-01-01',
  '2020-01-01T00:00:00Z',
  '12:30',
  '[]',
  '{}',
  '""',
  '{"name":"x"}',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '.',
  '%',
  '\\N',
  '\ufeffa',
];

const LENGTHS = [63, 64, 65, 99, 100, 101, 127, 128, 129, 254, 255, 256, 257, 511, 513, 1000, 1025, 4096, 10_000];
/** Some services count characters, others bytes or UTF-16 units. */
const WIDE = { 'two-bytes': ['é', 1], 'three-bytes': ['猫', 1], astral: ['🐾', 2] } as const;
const SPACES = { space: ' ', spaces: '  ', tab: '\t', 'line-feed': '\n', 'no-break-space': '\u00a0', em: '\u2003' };

const filled = (mark: string, length: number, letter: string, units: number) =>
  `${mark} ${letter.repeat(Math.max(1, Math.floor((length - mark.length - 1) / units)))}`;

const texts = Object.entries(TEXTS);

export const NAMES: readonly NameClass[] = [
  ...texts.map(
    ([id, text]): NameClass => ({
      id,
      // A second text shares the request.
      name: (mark, random) => `${mark} ${text}${random.below(2) === 0 ? '' : ` ${random.pick(texts)[1]}`} end`,
    }),
  ),
  ...ALONE.map((text): NameClass => ({ id: `alone ${text}`, name: () => text })),
  ...LENGTHS.map((length): NameClass => ({ id: `length ${length}`, name: (mark) => filled(mark, length, 'a', 1) })),
  ...Object.entries(WIDE).map(
    ([id, [letter, units]]): NameClass => ({
      id: `length ${id}`,
      name: (mark, random) => filled(mark, random.pick([100, 128, 255, 256]), letter, units),
    }),
  ),
  ...['', 'a', 'ab'].map((name): NameClass => ({ id: `length ${name.length}`, name: () => name })),
  ...Object.entries(SPACES).flatMap(([id, space]): NameClass[] => [
    { id: `leading ${id}`, name: (mark) => `${space}${mark}` },
    { id: `trailing ${id}`, name: (mark) => `${mark}${space}` },
  ]),
  { id: 'upper-case', name: (mark) => `${mark} ABC DEF`.toUpperCase() },
  { id: 'lower-case', name: (mark) => `${mark} abc def`.toLowerCase() },
];
