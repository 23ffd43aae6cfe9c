import type { Random } from '../covering.ts';

/** A class of names. `mark` identifies the animal; a class whose effect depends on the complete name omits it. */
type Name = (mark: string, random: Random) => string;

/** Texts that share a name, so that one request tries all of them. Texts that services often refuse are separate. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  forms: [
    'é ü Å \u1e69 가',
    'Ω K Å',
    'e\u0301 u\u0308 A\u030a',
    's\u0323\u0307 s\u0307\u0323',
    '\u1100\u1161\u11a8',
    `z${'\u0321\u0345\u0363\u0489'.repeat(6)}`,
    'ﬁ ① ½ ㎏ ｶﾞ Ａ',
  ],
  invisible: [
    'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg',
    'a\u202eb\u202cc',
    '\u2066d\u2069 \u200ee\u200f',
    '\ue000 \u{f0000} \u{10fffd}',
  ],
  'white-space': ['a  b   c', 'a\u00a0b\u2003c\u3000d\u202fe', 'a\tb', 'a\nb', 'a\r\nb\rc', 'a\u2028b\u2029c\u0085d'],
  scripts: [
    'Ægir Łódź ß ı İ ſ',
    'ΣΊΣΥΦΟΣ ς',
    'Ёжик Їжак',
    '猫 東京',
    '고양이 ねこ',
    'แมวน้ำ กี่',
    'बिल्ली क्षि',
    'חתול שָׁלוֹם',
    'قطة لا إله ٣٤',
    'قِطَّةٌ مُحَمَّد',
    'הַחָתוּל',
    '𝔘𝔫𝔦',
    '𠀀 𐐷 𓃠',
  ],
  punctuation: [
    'a "b" ""',
    "c 'd' '' `e` ´f",
    '“g” ‘h’ „i‚ «j» ‹k›',
    'a – b — c − d … • ° ® ™ € £ § ¶',
    'a, b; c: d. e! f?',
    '(g) [h] {i} | j ~ k ^ l _ m * n + o',
    '@p #q $r %s &t =u /v \\w -- x',
    'a&b=c;d#e?f',
    'a/../b/./c',
    '@a #b !c ~d ^e',
    '=1+1,"a";b|c',
    '{"id":1} [1]',
    'a: b # c - d',
  ],
  templates: [`\${1+1} $1 $& $$`, '{{1+1}} {0} {name}', '<%= 1+1 %> #{1+1}', '%s %d %n %x %%', '%41 %20 %2F %c3%a9 +a'],
  emoji: ['🐾🐈😀', '👩‍👩‍👧‍👦 🏳️‍🌈', '👍🏽 1️⃣ 🇩🇪 ☃\ufe0e'],
  controls: ['a\u0001b\u0008c\u000cd\u001be\u001ff\u007fg'],
  nul: ['a\u0000b'],
  surrogate: ['a \ud83d'],
  'slow-pattern': [`${'a'.repeat(40)}!`],
  latin: ['Müller Señor Façade Åse', 'ñ ÿ þ ð × ÷ ¿ ¡'],
  'filter-words': ['sold', 'available', 'pending', 'null'],
  backslashes: ['a\\b \\\\ \\n \\u0041', 'c/d //', 'e\\'],
  markup: ['<b>a</b> <i c="d">', '<script>x</script> javascript:y', '&amp; &lt; &#65; & &x', '<!-- e -->'],
  sql: ["a'; -- b", 'c%d_e*f?'],
  ansi: ['\u001b[31ma\u001b[0m'],
};

/** Complete names that parsers misread. Names of one kind are misread alike: an exploration sends one of each. */
const ALONE: readonly (readonly string[])[] = [
  ['null'],
  ['undefined', 'None', 'NaN', 'Infinity'],
  ['true', 'false'],
  ['yes', 'on'],
  ['0', '12345678901234567890'],
  ['007', '+1'],
  ['1e3', '1.0', '0x1F'],
  ['2020-01-01', '2024-01-15T10:00:00Z', '2024-05-01T10:00:00.000+02:00'],
  ['=1+1', '@x', '#1', '/x'],
  ['\ufeffa'],
  ['""'],
  ['__proto__'],
  ['%'],
];

const LENGTHS = [256, 1000, 4096, 10_000];
/** Some services count characters, others bytes or UTF-16 units. */
const WIDE = { é: 1, 猫: 1, '🐾': 2 } as const;
const SPACES = [' ', '  ', '\t', '\n', '\u00a0', '\u2003'];

const filled = (mark: string, length: number, letter: string, units: number) =>
  `a${letter.repeat(Math.max(1, Math.floor((length - mark.length - 2) / units)))} ${mark}`;

export const NAMES: readonly Name[] = [
  ...Object.values(FAMILIES).map(
    (texts): Name =>
      (mark, random) => {
        const start = random.below(texts.length);
        return [mark, ...texts.slice(start), ...texts.slice(0, start), 'end'].join(' ');
      },
  ),
  ...ALONE.map(
    (texts): Name =>
      (_mark, random) =>
        random.pick(texts),
  ),
  ...LENGTHS.map(
    (length): Name =>
      (mark) =>
        filled(mark, length, 'a', 1),
  ),
  ...Object.entries(WIDE).map(
    ([letter, units]): Name =>
      (mark, random) =>
        filled(mark, random.pick([100, 128, 255, 256]), letter, units),
  ),
  () => '',
  () => 'a',
  ...SPACES.map(
    (space): Name =>
      (mark, random) =>
        `${space}${mark}${random.pick(SPACES)}`,
  ),
  (mark) => `${mark} ABC DEF`.toUpperCase(),
  (mark) => `${mark} abc def`.toLowerCase(),
];
