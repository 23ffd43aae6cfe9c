import type { Random } from '../covering.ts';

/** A class of names. `mark` identifies the animal; a class whose effect depends on the complete name omits it. */
type Name = (mark: string, random: Random) => string;

const ASCII_PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

/** Kinds of text that services usually accept. Every check sends the first text of each kind in one name; a thorough one all of a kind. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  scripts: [
    'Ægir Łódź ſİı 猫𠀀 قِطّ',
    'ΣΊΣΥΦΟΣ ς',
    'Ёжик Їжак',
    '고양이 ねこ',
    'แมวน้ำ กี่',
    'बिल्ली क्षि',
    'חתול שָׁלוֹם הַחָתוּל',
    'قطة لا إله ٣٤ مُحَمَّد',
    '𝔘𝔫𝔦 𐐷 𓃠',
  ],
  forms: [
    'é e\u0301',
    'ü Å \u1e69 가 Ω K Å',
    'u\u0308 A\u030a s\u0323\u0307 s\u0307\u0323 \u1100\u1161\u11a8',
    `z${'\u0321\u0345\u0363\u0489'.repeat(6)}`,
    'ﬁ ① ½ ㎏ ｶﾞ Ａ',
  ],
  emoji: ['👩‍👩‍👧 🐾', '🐈😀 👩‍👩‍👧‍👦 🏳️‍🌈', '👍🏽 1️⃣ 🇩🇪 ☃\ufe0e'],
  invisible: [
    'a\u200bb\u00a0c\u202ed\u202c',
    'b\u200cc\u200dd\u2060e\ufefff\u00adg',
    '\u2066d\u2069 \u200ee\u200f',
    '\ue000 \u{f0000} \u{10fffd}',
  ],
  punctuation: [
    ASCII_PUNCTUATION.map((mark) => `a${mark}b`).join(' '),
    ASCII_PUNCTUATION.map((mark) => `${mark}a${mark}${mark}`).join(' '),
    'a/../b/./c {"id":1} [1] a: b # c - d',
  ],
  typography: ['“g” ‘h’ – …', '„i‚ «j» ‹k› — • ° ® ™ € £ § ¶ ´'],
  templates: [`\${x} {{y}} $1`, `\${1+1} $& $$`, '{{1+1}} {0} {name}', '<%= 1+1 %> #{1+1}', '%s %d %n %x %%'],
  escapes: ['\\n \\u0041 %41 50%25 a+b &amp; &#65;', '\\\\ e\\', '%20 %2F %c3%a9 +a &lt; & &x'],
  markup: ['<b>a</b>', '<i c="d"> <script>x</script> javascript:y <!-- e -->'],
  'filter-words': ['sold available', 'pending null'],
  sql: ["a'; -- b", 'c%d_e*f?'],
};

/** Kinds of text that services often refuse, or whose effect other texts in the name would hide. */
const UNUSUAL: Readonly<Record<string, readonly string[]>> = {
  'white-space': ['a  b   c', 'b\u2003c\u3000d\u202fe', 'a\tb', 'a\nb', 'a\r\nb\rc', 'a\u2028b\u2029c\u0085d'],
  controls: ['a\u0001b\u0008c\u000cd\u001be\u001ff\u007fg'],
  nul: ['a\u0000b'],
  surrogate: ['a \ud83d'],
  'slow-pattern': [`${'a'.repeat(40)}!`],
  latin: ['Müller Señor Façade Åse', 'ñ ÿ þ ð × ÷ ¿ ¡'],
  ansi: ['\u001b[31ma\u001b[0m'],
};

/** A name with one text of each usual kind. It begins like a formula: an export may guard against these. */
export const usualName = (mark: string): string =>
  [`=${mark}`, ...Object.values(USUAL).map(([first]) => first)].join(' ');

/** Complete names that parsers misread. Those of a row are misread in the same way, so an exploration sends one of each row. */
const ALONE: readonly (readonly string[])[] = [
  ['null'],
  ['undefined', 'None', 'NaN', 'Infinity'],
  ['true', 'false'],
  ['yes', 'on'],
  // Not true in some languages, although it is a text.
  ['0'],
  ['12345678901234567890', '007', '+1'],
  ['1e3', '1.0', '0x1F'],
  ['2020-01-01', '2024-01-15T10:00:00Z', '2024-05-01T10:00:00.000+02:00'],
  ['=1+1', '@x', '#1', '/x'],
  ['\ufeffa'],
  ['""'],
  ['__proto__'],
  ['%'],
];

/** Some databases keep 255, 1,000 or 65,535 bytes. The last is long in bytes alone, so that k6 keeps lists with it. */
const LENGTHS = [256, 1001, 10_000];
const LONGEST = 22_000;
/** Some services count characters, others bytes or UTF-16 units. */
const WIDE = ['é', '猫', '🐾'];
const SPACES = [' ', '  ', '\t', '\n', '\u00a0', '\u2003'];

const filled = (mark: string, length: number, letter: string) =>
  `a${letter.repeat(Math.max(1, Math.floor((length - mark.length - 2) / letter.length)))} ${mark}`;

export const NAMES: readonly Name[] = [
  ...[...Object.values(USUAL), ...Object.values(UNUSUAL)].map<Name>((texts) => (mark, random) => {
    const start = random.below(texts.length);
    return [mark, ...texts.slice(start), ...texts.slice(0, start), 'end'].join(' ');
  }),
  ...ALONE.map<Name>((texts) => (_mark, random) => random.pick(texts)),
  ...LENGTHS.map<Name>((length) => (mark) => filled(mark, length, 'a')),
  (mark) => filled(mark, LONGEST, '猫'),
  ...WIDE.map<Name>((letter) => (mark, random) => filled(mark, random.pick([100, 128, 255, 256]), letter)),
  () => '',
  () => 'a',
  ...SPACES.map<Name>((space) => (mark, random) => `${space}${mark}${random.pick(SPACES)}`),
  (mark) => `${mark} ABC DEF`.toUpperCase(),
  (mark) => `${mark} abc def`.toLowerCase(),
];
