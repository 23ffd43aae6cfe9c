import { markedName } from '../../src/probes/make-probe.ts';
import { PROBES } from '../../suites/all-probes.ts';
import {
  again,
  answer,
  type Draft,
  type HeaderChange,
  pet,
  pets,
  type RecordedRun,
  SETTINGS,
  START,
  trace,
} from './trace.ts';

/**
 * Reads a recorded run from lines: `PROBE [again] [lost] [STATUS] [at=MS] [took=MS] [RATE HEADERS] [BODY] [with {FIELDS OF A DRAFT}]`, and
 * `settings`, `skips`, `end` or `baseUrl` with JSON. Rate headers are `limit=60`, `left=59`, and with seconds after the start of the run
 * `reset=60` and `date=0`; `left=59,58` are two exchanges, which `at` makes simultaneous. A body is JSON (a text is in quotes), or has
 * animals with their ids and with what differs from others: `pet(7 {"name":"x"})`, `pets(1-5) + pets(6-7 {"status":"sold"})`. NAME(PROBE)
 * and CATEGORY(PROBE) are what a probe creates. A line with `<1-3>` stands for three lines.
 */
export function recording(text: string): RecordedRun {
  const exchanges: Draft[] = [];
  let given: RecordedRun = {};
  for (const line of named(text.trimEnd()).split('\n').flatMap(spread)) {
    const [, field, value = ''] = /^(settings|skips|end|baseUrl) (.+)$/.exec(line) ?? [];
    if (field === undefined) exchanges.push(...draftsOf(line));
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

const spread = (line: string): string[] => {
  const [range, from, to] = /<(\d+)-(\d+)>/.exec(line) ?? [];
  if (range === undefined) return [line];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
    line.replace(range, `${Number(from) + index}`),
  );
};

/** Header values by the word of a line. */
const HEADERS: Readonly<Record<string, (value: string) => HeaderChange>> = {
  limit: (value) => ({ 'X-RateLimit-Limit': value }),
  left: (value) => ({ 'X-RateLimit-Remaining': value }),
  reset: (seconds) => ({ 'X-RateLimit-Reset': START / 1_000 + Number(seconds) }),
  date: (seconds) => ({ Date: new Date(START + Number(seconds) * 1_000).toUTCString() }),
};

const WORDS = /((?: (?:again|lost|\d{3}|(?:at|took|limit|left|reset|date)=\S+))*)/;
const LINE = new RegExp(`^([a-z][\\w.-]+)${WORDS.source}(?: (?!with \\{)(.+?))?(?: with (\\{.*\\}))?$`);

function draftsOf(line: string): Draft[] {
  const [all, probe = '', words = '', body, more = '{}'] = LINE.exec(line) ?? [];
  if (all === undefined) throw new Error(`not an exchange: ${line}`);
  const isKnown = PROBES.some(({ id }) => id === probe) || /^(?:set-up|explore|witness)\./.test(probe);
  if (!isKnown) throw new Error(`no probe has the name ${probe}: ${line}`);
  const status = / (\d{3})/.exec(words)?.[1];
  const values: Readonly<Record<string, string>> = Object.fromEntries(
    [...words.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const { headers: changed, ...rest }: Partial<Draft> = JSON.parse(more);
  return (values['left'] ?? '').split(',').map((left) => {
    const named = Object.entries({ ...values, left }).filter(([, value]) => value !== '');
    const headers = named.map(([name, value]) => HEADERS[name]?.(value));
    const draft: Draft = {
      probe,
      headers: Object.assign({}, ...headers, changed),
      ...(words.includes('lost') && { lost: 'ECONNRESET' }),
      ...(status !== undefined && { status: Number(status) }),
      ...(values['at'] !== undefined && { at: Number(values['at']) }),
      ...(values['took'] !== undefined && { took: Number(values['took']) }),
      ...(body !== undefined && { body: bodyOf(body) }),
      ...rest,
    };
    return words.includes('again') ? again(draft) : draft;
  });
}

function bodyOf(text: string): unknown {
  const [, id, difference = '{}'] = /^pet\((\d+)(?: (\{.*\}))?\)$/.exec(text) ?? [];
  if (id !== undefined) return pet(Number(id), JSON.parse(difference));
  if (text.startsWith('pets('))
    return text.split(' + ').flatMap((part) => {
      const [, from, to = from, change = '{}'] = /^pets\((\d+)(?:-(\d+))?(?: (\{.*\}))?\)$/.exec(part) ?? [];
      if (from === undefined) throw new Error(`not a list of animals: ${part}`);
      return pets(Number(to) - Number(from) + 1, JSON.parse(change), Number(from));
    });
  return JSON.parse(text);
}
