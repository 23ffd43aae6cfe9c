import { CHECKS } from '../../../suites/index.ts';
import { type Answered, type Exchange, isAnswered, isIntermediary, oncePer, type Trace } from '../../exchange/index.ts';
import { requestOf, textOf } from '../../explore/reduce.ts';
import { list, type ProbeRequest } from '../../probes/index.ts';
import type { Finding } from '../../rules/outcome.ts';
import { requestOf as nameOf, type Rule } from '../../rules/rule.ts';
import { isExplored } from '../../store/index.ts';
import { plainIsCorrect } from '../../text/finding.ts';
import { signatureOf } from '../gate/signature.ts';
import type { Verdict } from '../verdict.ts';

/** Ends the probe ids of plain requests. */
const PLAIN = '.plain';

const RULES: ReadonlyMap<string, Rule> = new Map(CHECKS.map(({ requirement, rule }) => [requirement, rule]));

/** The run without its plain requests: they change how a violation is shown, and no verdict. */
export const withoutPlain = <Recorded extends Trace>(trace: Recorded): Recorded =>
  trace.exchanges.some(isPlain) ? { ...trace, exchanges: trace.exchanges.filter((one) => !isPlain(one)) } : trace;

const isPlain = ({ probe }: Exchange): boolean => probe.endsWith(PLAIN);

/** The plain forms of the requests that alone show violations of a requirement: one for each failed requirement. */
export function plainRequests(verdicts: readonly Verdict[], trace: Trace) {
  const wanted = verdicts.flatMap((verdict) => {
    const unusual = verdict.findings.map((finding) => unusualIn(verdict, finding, trace));
    const [first] = unusual;
    if (verdict.verdict !== 'fail' || first === undefined || unusual.includes(undefined)) return [];
    return [{ probe: `${first.exchange.probe}${PLAIN}`, request: first.plain }];
  });
  const open = wanted.filter(({ request }) => !answersByText(trace).has(textOf(request)));
  return [...new Map(open.map((one) => [textOf(one.request), one])).values()];
}

/** Shows violations by plain requests where these show them, too; else the finding says that one did not. */
export function shownPlainly(verdict: Verdict, trace: Trace): Verdict {
  if (verdict.verdict !== 'fail') return verdict;
  const shown = verdict.findings.map((finding) => {
    const probe = unusualIn(verdict, finding, trace)?.exchange.probe;
    const kind = probe === undefined ? undefined : `${probe} ${signatureOf(verdict.id, [finding])}`;
    return { kind, before: finding, finding: plainly(verdict, finding, trace) };
  });
  const isReplaced = ({ before, finding }: (typeof shown)[number]) => finding.exchanges[0] !== before.exchanges[0];
  const replaced = new Set(shown.filter(isReplaced).map(({ kind }) => kind));
  // Of one probe, a plain request stands for all that show the same.
  const findings = shown.filter((one) => isReplaced(one) || !replaced.has(one.kind)).map(({ finding }) => finding);
  return { ...verdict, findings: [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()] };
}

function plainly(verdict: Verdict, finding: Finding, trace: Trace): Finding {
  const unusual = unusualIn(verdict, finding, trace);
  const plain = unusual && answersByText(trace).get(textOf(unusual.plain));
  if (plain === undefined) return finding;
  // The probe is a part of some signatures.
  const outcome = RULES.get(verdict.id)?.([{ ...plain, probe: unusual?.exchange.probe ?? plain.probe }], trace);
  if (outcome?.kind === 'holds' && isSeenPlainly(verdict, finding, trace)) return finding;
  if (outcome?.kind === 'holds') return { ...finding, actual: `${finding.actual}; ${plainIsCorrect(nameOf(plain))}` };
  const mark = signatureOf(verdict.id, [finding]);
  const same = ({ exchanges, ...one }: Finding) =>
    exchanges.join() === String(plain.seq) && signatureOf(verdict.id, [one]) === mark;
  return (outcome?.kind === 'broken' ? outcome.findings.find(same) : undefined) ?? finding;
}

/** Whether a read without additions shows a violation of this kind alone: then they do not explain it. */
const isSeenPlainly = ({ id }: Verdict, { code }: Finding, trace: Trace): boolean =>
  trace.exchanges.filter(isAnswered).some((exchange) => {
    const { from = [], rule } = CHECKS.find(({ requirement }) => requirement === id) ?? {};
    if (exchange.sent.method !== 'GET' || isExplored(exchange) || (from !== 'all' && !from.includes(exchange.probe)))
      return false;
    const outcome = plainForm(exchange) === undefined ? rule?.([exchange], trace) : undefined;
    return outcome?.kind === 'broken' && outcome.findings.some((one) => one.code === code);
  });

/** The request that shows a finding alone, and its plain form; undefined if it is plain itself. */
function unusualIn({ id }: Verdict, { code, exchanges }: Finding, trace: Trace) {
  const exchange = trace.exchanges.find(({ seq }) => seq === exchanges[0]);
  const plain = exchange === undefined ? undefined : plainForm(exchange);
  if (exchange === undefined || plain === undefined || exchanges.length > 1 || !isAnswered(exchange)) return undefined;
  const outcome = RULES.get(id)?.([exchange], trace);
  const isShown = outcome?.kind === 'broken' && outcome.findings.some((one) => one.code === code);
  return isShown ? { exchange, plain } : undefined;
}

const answersByText: (trace: Trace) => ReadonlyMap<string, Answered> = oncePer(({ exchanges }) => {
  const usable = exchanges
    .filter(isAnswered)
    .filter(({ received }) => received.status !== 429 && !isIntermediary(received));
  return new Map(usable.map((exchange) => [textOf(requestOf(exchange)), exchange]));
});

/**
 * A read without what its probe adds for other questions: parameters that the specification does not list, unusual
 * spellings, and headers except the media type and the credential.
 */
function plainForm(exchange: Exchange): ProbeRequest | undefined {
  const request = requestOf(exchange);
  if (request.method !== 'GET' || isExplored(exchange)) return undefined;
  const credential = request.headers.filter(([name]) => name === 'Authorization');
  const plain = { ...request, path: plainPath(request.path), headers: [...list().headers, ...credential] };
  return textOf(plain) === textOf(request) ? undefined : plain;
}

function plainPath(path: string): string {
  const [address = '', query = ''] = path.split('?');
  const pairs = ['status', 'limit'].flatMap(
    (name) => query.split('&').find((pair) => pair.startsWith(`${name}=`)) ?? [],
  );
  return pairs.length === 0 ? address : `${address}?${pairs.map(decoded).join('&')}`;
}

/** Letters and digits need no percent-encoding. */
const decoded = (text: string): string =>
  text.replace(/%([3-7][\da-f])/gi, (written, hex: string) => {
    const char = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z\d]/i.test(char) ? char : written;
  });
