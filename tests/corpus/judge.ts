/** A worker of `npm run corpus`: judges its share of the recorded traces and posts one row a trace. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { readJournal } from '../../src/exchange/index.ts';
import type { EndedTrace } from '../../src/exchange/trace.ts';
import { judgeTrace } from '../../src/judge/check.ts';
import { judgeRun } from '../../src/judge/judge-run.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import type { Experiment } from '../../src/limiter/experiment.ts';
import { judgeLimits } from '../../src/limiter/judge.ts';
import { REQUIREMENTS } from '../../src/spec/requirements/index.ts';
import type { Judged, Said } from './compare.ts';

/** A line of the corpus: `trace` of a check, or `experiment` of a plan's limit. */
interface Line {
  readonly id: string;
  readonly kind: string;
  readonly seed?: number;
  readonly network?: string;
  readonly shift?: number;
  readonly breaks: readonly string[];
  readonly follows: readonly string[];
  readonly verdicts: readonly Recorded[];
  readonly trace?: EndedTrace;
  readonly experiment?: Experiment;
}

/** A verdict as it was recorded: `verdict` of a check, or `outcome` of a limit rule. */
interface Recorded {
  readonly id: string;
  readonly verdict?: string;
  readonly outcome?: string;
  readonly code?: string;
  readonly findings?: readonly string[];
  readonly value?: unknown;
}

const { files, share, shares } = workerData as {
  readonly files: readonly string[];
  readonly share: number;
  readonly shares: number;
};

const LEVELS = new Map<string, string>(REQUIREMENTS.map(({ id, level }) => [id, level]));

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

const recordedOf = ({ id, plan, verdict, code, findings, value }: Verdict): Recorded => ({
  id: plan === undefined ? id : `${id} (${plan})`,
  verdict,
  ...(code === undefined ? {} : { code }),
  findings: findings.flatMap((finding) => finding.code ?? []),
  ...(value === undefined ? {} : { value }),
});

function judgedNow({ trace, experiment }: Line): Recorded[] {
  if (trace !== undefined) return judgeTrace(trace).map(recordedOf);
  if (experiment === undefined) throw new Error('a line has neither a trace nor an experiment');
  return Object.entries(judgeLimits(experiment).outcomes).map(([id, outcome]) => ({
    id,
    outcome: outcome.kind,
    ...('code' in outcome ? { code: outcome.code } : {}),
    ...(outcome.kind === 'broken' ? { findings: outcome.findings.map(({ code }) => code) } : {}),
  }));
}

function judgeLine(set: string, text: string): Judged {
  const line: Line = JSON.parse(text);
  const { id, kind, breaks, follows, verdicts, seed, network, shift } = line;
  const name = [id, seed === undefined ? '' : `seed ${seed}`, network ?? '', shift ?? ''].filter((part) => part !== '');
  const now = table(judgedNow(line));
  const isMust = (requirement: string) => LEVELS.get(requirement) === 'must';
  return {
    set,
    case: name.join(' '),
    kind,
    breaks,
    follows,
    before: table(verdicts),
    after: now,
    musts: Object.keys(now).filter(isMust),
  };
}

/** A journal from the field has no recorded verdicts: tests/corpus/cases.json has those of the first judge that did not pass. */
function judgeJournal(name: string, text: string): Judged {
  const lines = text.trimEnd().split('\n');
  const { verdicts } = judgeRun(readJournal(lines));
  const after = table(verdicts.map(recordedOf));
  return { set: 'cases', case: name, kind: 'case', breaks: [], follows: [], before: {}, after, musts: [] };
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
