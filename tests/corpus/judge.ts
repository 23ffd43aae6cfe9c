/** A worker of `npm run corpus`: judges its share of the recorded traces and posts one row a trace. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { readJournal } from '../../src/exchange/journal/journal.ts';
import { judgeRun } from '../../src/verdicts/judge-run.ts';
import { judgedNow, type Line, type Recorded, recordedOf } from './line.ts';

/** Verdicts as texts, by requirement. */
type Said = Readonly<Record<string, string>>;

/** A recorded trace: what was said of it when it was recorded, and what the judge says now. */
interface Judged {
  readonly set: string;
  readonly case: string;
  readonly before: Said;
  readonly after: Said;
}

const { files, share, shares } = workerData as {
  readonly files: readonly string[];
  readonly share: number;
  readonly shares: number;
};

const OUTCOMES: Readonly<Record<string, string>> = { holds: 'pass', broken: 'fail', undecided: 'inconclusive' };

/** The corpus has the codes of the first findings only. */
const RECORDED_FINDINGS = 3;

/** One verdict as one text: `fail: not-refused`, `inconclusive: list-needs-no-key`, `observed: "newest first"`. */
function said({ verdict, outcome = '', code, findings = [], value }: Recorded): string {
  const kind = verdict ?? OUTCOMES[outcome] ?? outcome;
  const codes = [...new Set(findings.slice(0, RECORDED_FINDINGS))].toSorted();
  const details = [code ?? '', ...codes, value === undefined ? '' : JSON.stringify(value)];
  return [kind, details.filter((text) => text !== '').join(', ')].filter((text) => text !== '').join(': ');
}

const table = (verdicts: readonly Recorded[]): Said =>
  Object.fromEntries(verdicts.map((verdict) => [verdict.id, said(verdict)]));

function judgeLine(set: string, text: string): Judged {
  const line: Line = JSON.parse(text);
  const { id, verdicts, seed, network, shift } = line;
  const name = [id, seed === undefined ? '' : `seed ${seed}`, network ?? '', shift ?? ''].filter((part) => part !== '');
  return { set, case: name.join(' '), before: table(verdicts), after: table(judgedNow(line)) };
}

/** A journal from the field has no recorded verdicts: tests/corpus/cases.json has those of the first judge that did not pass. */
function judgeJournal(name: string, text: string): Judged {
  const { verdicts } = judgeRun(readJournal(text.trimEnd().split('\n')));
  return { set: 'cases', case: name, before: {}, after: table(verdicts.map(recordedOf)) };
}

for (const file of files) {
  const set = basename(file, '.ndjson.gz');
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  if (text.startsWith('{"v":1,"kind":"head"')) {
    if (share === 0) parentPort?.postMessage(judgeJournal(set, text));
    continue;
  }
  for (const [index, line] of text.trimEnd().split('\n').entries())
    if (index % shares === share) parentPort?.postMessage(judgeLine(set, line));
}
