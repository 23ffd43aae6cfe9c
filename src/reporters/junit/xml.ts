/** Characters that XML 1.0 forbids, even escaped (Char, https://www.w3.org/TR/xml/#charsets). */
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser normalises line ends: to spaces in attributes, and a carriage return to a line feed.
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

export type Attributes = Readonly<Record<string, string | number>>;

/** An element on its own line; `content` is XML. */
export function element(name: string, attributes: Attributes, content: readonly string[] = []): string {
  const begun = start(name, attributes);
  return content.length === 0 ? `${begun}/>` : `${begun}>\n${content.join('\n')}\n</${name}>`;
}

/** An element with text, without added white space. */
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
