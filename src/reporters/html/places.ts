/** The range of a value in a JSON text, as offsets. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

interface Member extends Place {
  /** The member's name, or the index as digits. */
  readonly key: string;
}

/**
 * The members of the object or the elements of the array at an offset. Reads the raw text, so that the marked
 * part is what the service sent. Of invalid JSON, returns the readable part.
 */
export function membersOf(text: string, from = blanks(text, 0)): Member[] {
  const open = text[from];
  if (open !== '{' && open !== '[') return [];
  const members: Member[] = [];
  let at = blanks(text, from + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    let key = String(members.length);
    const first = at;
    if (open === '{') {
      const end = valueEnd(text, at);
      key = unquoted(text.slice(at, end));
      at = blanks(text, end);
      if (text[at] !== ':') break;
      at = blanks(text, at + 1);
    }
    const end = valueEnd(text, at);
    if (end === at) break;
    members.push({ key, start: open === '{' ? first : at, end });
    at = blanks(text, end);
    if (text[at] === ',') at = blanks(text, at + 1);
  }
  return members;
}

/** The range of the value of a JSON Pointer with its name, or of its nearest existing parent. */
export function placeOf(text: string, pointer: string): Place | undefined {
  const from = blanks(text, 0);
  let place: Place = { start: from, end: valueEnd(text, from) };
  let value = from;
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replace(/~1/g, '/').replace(/~0/g, '~');
    const member = membersOf(text, value).findLast((one) => one.key === key);
    if (member === undefined) break;
    place = member;
    value = text[value] === '{' ? blanks(text, text.indexOf(':', valueEnd(text, member.start)) + 1) : member.start;
  }
  return place.end > place.start ? place : undefined;
}

function blanks(text: string, from: number): number {
  let at = from;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return at;
}

/** The end of the value at an offset. Counts nesting without recursion. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (depth === 0) {
      while (at < text.length && !',:]} \t\r\n'.includes(text[at] ?? '')) at += 1;
      return at;
    }
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
