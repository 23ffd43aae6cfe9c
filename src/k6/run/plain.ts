/** Matches a line with only numbers and our own words, as a capacity step writes for every request. */
const PLAIN =
  /^\{"v":1,"kind":"sample","n":-?\d+,"key":"[a-z][a-z0-9-]*#\d+","op":"[a-z]+","due":[\d.-]+,"sent":[\d.-]+,"received":[\d.-]+,"status":\d+,"fresh":(?:true|false)(?:,"code":\d+)?\}$/;

/**
 * Whether a line cannot contain text of a server, so that it need not be searched for keys. With a thousand keys, a search takes longer
 * than the request, and a key of digits would match a timestamp.
 */
export function isPlain(line: string): boolean {
  return PLAIN.test(line);
}
