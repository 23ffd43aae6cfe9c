/** A line of numbers and our own words alone, as a capacity step writes it for every request. */
const PLAIN =
  /^\{"v":1,"kind":"sample","n":-?\d+,"key":"[a-z][a-z0-9-]*#\d+","op":"[a-z]+","due":[\d.-]+,"sent":[\d.-]+,"received":[\d.-]+,"status":\d+,"fresh":(?:true|false)(?:,"code":\d+)?\}$/;

/**
 * Whether nothing that a server wrote can stand in it: then it is not searched for keys. With a thousand keys a search takes longer
 * than the request did, and a key of digits would be found in a time.
 */
export function isPlain(line: string): boolean {
  return PLAIN.test(line);
}
