/** What no XML 1.0 document may hold, not even escaped (Char, https://www.w3.org/TR/xml/#charsets). */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // An attribute's line ends are blanks to a parser, and a carriage return is a line feed.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

export type Attributes = Readonly<Record<string, string | number>>;

/** An element on a line of its own; `content` is XML already. */
export function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const begun = start(name, attributes);
  return content.length === 0 ? `${begun}/>` : `${begun}>\n${content.join('\n')}\n</${name}>`;
}

/** An element that holds text, to which no blank is added. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `${start(name, attributes)}>${escaped(text, /[&<>]/g)}</${name}>`;
}

function start(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value), /[&<>"'\n\r\t]/g)}"`,
  );
  return `<${name}${written.join('')}`;
}

function escaped(text: string, special: RegExp): string {
  return text.replace(ILLEGAL, '').replace(special, (char) => ESCAPES[char] ?? '');
}
