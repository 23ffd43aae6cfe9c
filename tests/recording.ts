import { markedName } from '../src/probes/marker.ts';
import { again, answer, type Draft, type Given, pet, pets, SETTINGS, trace } from './trace.ts';

/**
 * Reads a recorded run from lines: `PROBE [again] [lost] [STATUS] [at=MS] [BODY] [with {FIELDS OF A DRAFT}]`, and `settings`, `skips`, `end`
 * or `baseUrl` with JSON. A body is JSON (a text is in quotes, and `"[" × 9` repeats it), or has animals with their ids and with what differs
 * from others: `pet(7 {"name":"x"})`, `pets(1-5) + pets(6-7 {"status":"sold"})`. NAME(PROBE) and CATEGORY(PROBE) are what a probe creates.
 */
export function recording(text: string): Given {
  const exchanges: Draft[] = [];
  let given: Given = {};
  for (const line of named(text.trimEnd()).split('\n')) {
    const [, field, value = ''] = /^(settings|skips|end|baseUrl) (.+)$/.exec(line) ?? [];
    if (field === undefined) exchanges.push(draftOf(line));
    else given = { ...given, [field]: JSON.parse(value) };
  }
  return { ...given, exchanges };
}

const named = (text: string) =>
  text
    .replace(/NAME\(([\w.-]+)\)/g, (_, probe) => markedName(SETTINGS, probe))
    .replace(/CATEGORY\(([\w.-]+)\)/g, (_, probe) => {
      const [exchange] = trace({ exchanges: [answer(probe)] }).exchanges;
      return JSON.parse(exchange?.sent.body ?? '{}').categoryId;
    });

function draftOf(line: string): Draft {
  const [all, probe = '', words = '', body, more = '{}'] =
    /^([a-z][\w.-]+)((?: (?:again|lost|\d{3}|at=\d+))*)(?: (?!with \{)(.+?))?(?: with (\{.*\}))?$/.exec(line) ?? [];
  if (all === undefined) throw new Error(`not an exchange: ${line}`);
  const [status, at] = [/ (\d{3})/, /at=(\d+)/].map((pattern) => pattern.exec(words)?.[1]);
  const draft: Draft = {
    probe,
    ...(words.includes('lost') && { lost: 'ECONNRESET' }),
    ...(status !== undefined && { status: Number(status) }),
    ...(at !== undefined && { at: Number(at) }),
    ...(body !== undefined && { body: bodyOf(body) }),
    ...JSON.parse(more),
  };
  return words.includes('again') ? again(draft) : draft;
}

function bodyOf(text: string): unknown {
  const [, id, difference = '{}'] = /^pet\((\d+)(?: (\{.*\}))?\)$/.exec(text) ?? [];
  if (id !== undefined) return pet(Number(id), JSON.parse(difference));
  if (text.startsWith('pets('))
    return text.split(' + ').flatMap((part) => {
      const [, from, to = from, change = '{}'] = /^pets\((\d+)(?:-(\d+))?(?: (\{.*\}))?\)$/.exec(part) ?? [];
      return pets(Number(to) - Number(from) + 1, JSON.parse(change), Number(from));
    });
  const [json = '', times] = text.split(' × ');
  return times === undefined ? JSON.parse(text) : JSON.parse(json).repeat(Number(times));
}
