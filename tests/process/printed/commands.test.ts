import { describe, expect, it } from 'vitest';
import { traceOf } from '../../../src/cli/files/read-recorded.ts';
import { apiKey } from '../../../src/exchange/api-key.ts';
import type { Exchange } from '../../../src/exchange/records/exchange-record.ts';
import { apiKeyRedactor } from '../../../src/exchange/redact.ts';
import type { EndedTrace } from '../../../src/exchange/trace.ts';
import { judgeRun } from '../../../src/judge/judge-run.ts';
import type { Verdict } from '../../../src/judge/verdict.ts';
import type { Reference } from '../../../src/reference/server/options.ts';
import type { RequirementResult, ResultFinding } from '../../../src/result/result.ts';
import { faults } from '../../faults/index.ts';
import type { Fault } from '../../faults/table.ts';
import { variantNamed } from '../../faults/variant-named.ts';
import type { Ended, Left } from '../../outcome/left.ts';
import { check } from '../../virtual/check.ts';
import { conforming } from '../../virtual/servers.ts';
import { sleep, world } from '../../virtual/world.ts';
import { bridgeTo } from './bridge.ts';
import { repeatWithCurl } from './curl.ts';

/** A user pastes a command minutes after the run. */
const LATER_MS = 300_000;

const named = (chosen: readonly Fault[]) => chosen.map((fault) => [fault.id, fault] as const);
const failedRows = ({ result }: Left) => result?.requirements.filter(({ verdict }) => verdict === 'fail') ?? [];

/** Requirements whose finding needs requests that `--only` does not send, such as lists that other requirements asked for. */
const NOT_ALONE: Readonly<Record<string, readonly string[]>> = {
  'complete-lists-omit-old-sold': ['list.consistent', 'list.fills-page'],
  'created-only-in-filtered-lists': ['list.consistent'],
  'empty-with-filter-and-limit': ['list.fills-page'],
  'fails-every-seventh-time': ['list.ok'],
  'list-cached-by-status': ['list.consistent', 'list.default-limit', 'list.limit-honoured', 'list.status-with-limit'],
  'listed-name-as-number': ['list.agrees-with-created'],
};

/** What the terminal shows of a failed requirement without --verbose. */
const shownOf = ({ findings }: RequirementResult) => findings.slice(0, 2);

/** Repeats the command with each printed `--only`: it fails for the same requirement. */
async function expectAloneFails(
  fault: Fault,
  { stdout, ...left }: Left & Ended,
  again: (options: readonly string[]) => Promise<Left & Ended>,
): Promise<void> {
  const rows = failedRows(left).filter((row) => shownOf(row).some(({ curl }) => curl === undefined));
  for (const { id } of rows) {
    const options = [...stdout.matchAll(/^ +test this requirement again: the same command with (.+)$/gm)];
    const [, words = `no line repeats ${id}`] = options.find(([, one]) => one?.split(' ')[1] === id) ?? [];
    const alone = await again(words.split(' '));
    const failed = failedRows(alone).map((row) => row.id);
    expect(failed, `${id}\n${alone.said}`).toEqual(NOT_ALONE[fault.id]?.includes(id) === true ? [] : [id]);
  }
}

/** The verdict on the run with the answer that a pasted command got in place of the exchange that it repeats. */
async function pasted(trace: EndedTrace, exchange: Exchange, line: string, { port, keys }: Reference) {
  const real = line.replaceAll(trace.head.target.baseUrl, `http://127.0.0.1:${await bridgeTo(port)}/v1`);
  const { sent, received } = await repeatWithCurl(real, keys.pro, exchange);
  const redact = apiKeyRedactor([apiKey('pro#1', keys.pro)], { cut: true });
  const answer = JSON.parse(redact(JSON.stringify(received))) as Exchange['received'];
  // Only the headers of the limit depend on the moment.
  return (id: string) => {
    const again = id.startsWith('rate.')
      ? { sent, received: answer }
      : { received: { ...answer, at: exchange.received.at } };
    const exchanges = trace.exchanges.map((one) => (one === exchange ? { ...exchange, ...again } : one));
    const head = { ...trace.head, settings: { ...trace.head.settings, only: [id] } };
    return judgeRun({ ...trace, head, exchanges }).verdicts.find((one) => one.id === id);
  };
}

function isShown(verdict: Verdict | undefined, { code, exchanges }: ResultFinding): boolean {
  return verdict?.findings.some((one) => one.code === code && one.exchanges.at(-1) === exchanges.at(-1)) === true;
}

/** By fault: requirements whose command asks for an id that only the lists of the fault have. No server finds it. */
const INVENTED_IDS: Readonly<Record<string, string>> = { 'item-id-overflows': 'get.ok' };

/** Pastes each printed curl command: the faulty server shows the finding again, the conforming one does not. */
async function expectCurlShows(
  fault: Fault,
  left: Left,
  trace: EndedTrace,
  faulty: Reference,
  sound: Reference,
): Promise<void> {
  expect(failedRows(left)).not.toEqual([]);
  const tried = new Map<number, Awaited<ReturnType<typeof pasted>>[]>();
  for (const row of failedRows(left))
    for (const finding of shownOf(row)) {
      const seq = finding.exchanges.at(-1) ?? 0;
      const exchange = trace.exchanges.find((one) => one.seq === seq);
      if (finding.curl === undefined || exchange === undefined) continue;
      const again = tried.get(seq) ?? [
        await pasted(trace, exchange, finding.curl, faulty),
        await pasted(trace, exchange, finding.curl, sound),
      ];
      tried.set(seq, again);
      const shown = again.map((verdictOn) => isShown(verdictOn(row.id), finding));
      expect(shown, `${row.id} ${finding.code}\n${finding.curl}`).toEqual([true, INVENTED_IDS[fault.id] === row.id]);
    }
}

/** A conforming server that got the creates of a run, so that it has the same animals. */
async function soundAfter({ exchanges }: EndedTrace, needs: Fault['needs']): Promise<Reference> {
  const sound = await conforming({ ...needs });
  for (const { sent } of exchanges) {
    if (sent.method !== 'POST' || sent.body === null) continue;
    const headers = sent.headers
      .filter(([name]) => name !== 'Transfer-Encoding')
      .map(([name, value]) => [name, value.replace('{key}', sound.keys.pro)]);
    const request = { method: sent.method, headers: Object.fromEntries(headers), body: sent.body };
    await world().network.request(`${sound.baseUrl}${sent.path}`, request);
  }
  return sound;
}

async function expectPrintedCommandsShow(fault: Fault, args: readonly string[] = []): Promise<void> {
  const { windowSeconds = 60 } = fault.needs ?? {};
  const words = ['--timeout', '5', '--window', String(windowSeconds), '--reporter', 'terminal', '--verbose', ...args];
  const faulty = await conforming({ ...fault.needs, variants: [fault] });
  const checked = await check(faulty.baseUrl, { key: faulty.keys.pro, args: words });
  const trace = traceOf(checked.out, { cwd: '/' });
  const sound = await soundAfter(trace, fault.needs);
  await sleep(LATER_MS);
  if (!BY_CHANCE.includes(fault.id)) await expectCurlShows(fault, checked, trace, faulty, sound);
  await expectAloneFails(fault, checked, (only) =>
    check(faulty.baseUrl, { key: faulty.keys.pro, args: [...words, ...only] }),
  );
}

/** Every 45th fault, and those whose violation rests on a moment, or on animals of that time. */
const sampleOf = (table: readonly Fault[]) => table.filter(({ id }, index) => index % 45 === 0 || AGAIN.includes(id));

/** The responses depend on the requests before, so a pasted one that violated the specification twice may not do it again. */
const BY_CHANCE = ['fails-every-seventh-time', 'third-list-has-one-more', 'list-cached-by-status'];

const AGAIN = [
  'cache-answers-without-key',
  'complete-lists-omit-old-sold',
  ...BY_CHANCE,
  'ids-start-again',
  'looked-up-as-double',
];

describe('every command that a failed check prints shows the finding again', () => {
  it.each(named(sampleOf(faults)))('%s', (_id, fault) => expectPrintedCommandsShow(fault));
});

describe('every command that a failed exploration prints shows the finding again', () => {
  it.each(['name-null-is-empty', 'key-before-a-space'])('%s, which seed 1 finds', (id) =>
    expectPrintedCommandsShow(variantNamed(id) as Fault, ['--depth', 'thorough', '--seed', '1']),
  );
});
