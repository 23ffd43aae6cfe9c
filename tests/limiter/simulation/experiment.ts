import { type Exchange, headerValue, isAnswered } from '../../../src/exchange/exchange.ts';
import { parseHttpDate } from '../../../src/exchange/http-date.ts';
import { underWayAtMost } from '../../../src/k6/under-way.ts';
import type { Lab, Sent } from './lab.ts';

/** The steps of the design's "limits" in a few lines, against a virtual clock: the same decisions as `load/quota.ts`. */
export interface Plan {
  readonly perWindow: number;
  readonly windowMs: number;
  readonly connections: number;
  readonly refusals: number;
  readonly secondKey: boolean;
}

interface Paced extends Plan {
  readonly atOnce: (admitted: number) => number;
}

interface Offset {
  readonly least: number;
  readonly most: number;
}

const list = (phase: string): Sent => ({ phase, operation: 'listPets' });
const lists = (phase: string, count: number): Sent[] => Array.from({ length: Math.max(0, count) }, () => list(phase));

/** Runs the experiment; returns whether it ran to its end. */
export function runExperiment(lab: Lab, given: Plan): boolean {
  const first = calibrate(lab, given);
  if (first === undefined) return false;
  const answerMs = first.received.at - first.sent.at;
  const sizes = { ...given, windowSeconds: given.windowMs / 1_000, answerMs };
  const plan = { ...given, atOnce: (admitted: number) => underWayAtMost(sizes, admitted) };
  const since = first.sent.at;
  if (plan.secondKey) for (const second of [false, true, false, true]) lab.send([{ ...list('second-key'), second }]);
  const until = lab.now;
  const latest = own(lab).filter(isAnswered).at(-1);
  if (latest === undefined || status(latest) === 429) return false;
  const left = Math.max(0, plan.perWindow - (plan.secondKey ? 3 : 1));
  const shown = number(latest, 'x-ratelimit-remaining');
  const before =
    (number(first, 'x-ratelimit-remaining') ?? 0) >= (number(first, 'x-ratelimit-limit') ?? plan.perWindow);
  const within = Math.min(left, shown === undefined ? left : Math.max(0, shown - (before ? 1 : 0)));
  let flood = lab.send(lists('burst', within + 2), plan.atOnce, plan.refusals, plan.windowMs);
  if (refusedIn(flood) === 0 && left > within)
    flood = [...flood, ...lab.send(lists('burst', left - within), plan.atOnce, plan.refusals, plan.windowMs)];
  if (flood.filter((exchange) => !isAnswered(exchange)).length >= plan.refusals) return false;
  if (refusedIn(flood) < plan.refusals && flood.length < within + 2) return false;
  const spared = refusedIn(flood) >= plan.refusals;
  if (refusedIn(flood) === 0) topUp(lab, plan, since, until);
  if (!spared) {
    const refusal = lastRefusal(lab);
    const wait = refusal && number(refusal, 'retry-after');
    if (refusal !== undefined && wait !== undefined && wait <= plan.windowMs / 1_000 + 2)
      lab.now = Math.max(lab.now, refusal.received.at + wait + 3);
    lab.send(
      [
        { phase: 'operations', operation: 'createPet' },
        { phase: 'operations', operation: 'getPet' },
      ],
      () => 2,
    );
  }
  aftermath(lab, plan, spared);
  return !spared;
}

function topUp(lab: Lab, plan: Paced, since: number, until: number): void {
  const rate = plan.perWindow / plan.windowMs;
  const start = lab.now;
  const before = Math.min(plan.secondKey ? 3 : 1, Math.ceil((until - since) * rate));
  const first = lab.send(
    lists('top-up', before + Math.ceil((start - until) * rate) + 2),
    plan.atOnce,
    plan.refusals,
    plan.windowMs,
  );
  const meanwhile = Math.ceil((lab.now - start) * rate);
  if (refusedIn(first) === 0 && meanwhile > 2)
    lab.send(lists('top-up', meanwhile + 2), plan.atOnce, plan.refusals, plan.windowMs);
}

function calibrate(lab: Lab, plan: Plan): Exchange | undefined {
  let waited = false;
  for (let attempt = 1; ; attempt += 1) {
    const [first] = lab.send([list('calibrate')]);
    if (first === undefined || !isAnswered(first) || (status(first) >= 300 && status(first) !== 429)) return undefined;
    const remaining = number(first, 'x-ratelimit-remaining');
    const fresh =
      status(first) !== 429 &&
      (remaining === undefined || remaining >= (number(first, 'x-ratelimit-limit') ?? plan.perWindow) - 1);
    const back = resetMoment(lab, first);
    const last = attempt === 3 || back === undefined || back.certain - lab.now > plan.windowMs + 5_000;
    if (status(first) === 429 && last) return undefined;
    const early = back === undefined || (back.earliest + back.certain) / 2 - lab.now >= 0.75 * plan.windowMs;
    if (last || (fresh && (early || waited))) return first;
    if (fresh) waited = true;
    lab.now = Math.max(lab.now, back.certain);
  }
}

function aftermath(lab: Lab, plan: Plan, spared: boolean): void {
  const end = lab.now;
  const atEnd = own(lab).filter(isAnswered).at(-1);
  const inBurst = lastRefusal(lab);
  const pending = new Set([
    'recovery-retry-after',
    'recovery-reset',
    'window-over',
    ...(spared ? [] : ['half-window']),
  ]);
  while (pending.size > 0) {
    const next = [...pending]
      .flatMap((late) => {
        const at = dueAt(lab, plan, late, end, atEnd);
        return at === undefined ? [] : [{ late, at }];
      })
      .sort((a, b) => a.at - b.at)[0];
    if (next === undefined) return;
    pending.delete(next.late);
    if (next.late === 'recovery-reset') pending.delete('window-over');
    if (next.late === 'recovery-reset' || next.late === 'window-over') pending.delete('before-reset');
    lab.now = Math.max(lab.now, next.at);
    lab.send([list(next.late === 'window-over' ? 'recovery-reset' : next.late)]);
    const refused = refusedIn(own(lab));
    if (next.late === 'half-window' && refused < plan.refusals && standsStill(lab, inBurst))
      pending.add('before-reset');
  }
}

function standsStill(lab: Lab, before: Exchange | undefined): boolean {
  const refusal = lastRefusal(lab);
  const then = before && resetMoment(lab, before);
  const now = refusal && resetMoment(lab, refusal);
  return then !== undefined && now !== undefined && Math.abs(now.earliest - then.earliest) < 2_000;
}

const lastRefusal = (lab: Lab): Exchange | undefined =>
  own(lab)
    .filter((exchange) => status(exchange) === 429)
    .sort((a, b) => a.received.at - b.received.at)
    .at(-1);

function dueAt(
  lab: Lab,
  { windowMs }: Plan,
  late: string,
  end: number,
  atEnd: Exchange | undefined,
): number | undefined {
  const refusal = lastRefusal(lab);
  const source = refusal ?? atEnd;
  const reset = source && resetMoment(lab, source);
  const retry = refusal && retryMoment(lab, refusal);
  const cap = end + windowMs + 5_000;
  const waited = reset !== undefined && reset.certain <= cap + windowMs;
  if (late === 'before-reset') {
    const latest = own(lab)
      .filter(isAnswered)
      .sort((a, b) => a.received.at - b.received.at)
      .at(-1);
    if (refusal === undefined || latest !== refusal || reset === undefined) return undefined;
    const at = reset.earliest - (refusal.received.at - refusal.sent.at) - Math.min(1_000, windowMs / 20);
    return at > lab.now ? at : undefined;
  }
  if (late === 'recovery-reset') return waited ? reset.certain : reset && Math.min(reset.certain, cap);
  if (late === 'recovery-retry-after')
    return retry === undefined || retry <= (refusal?.received.at ?? 0) + windowMs + 2_000
      ? retry
      : Math.min(retry, cap);
  if (late === 'window-over') {
    const at = end + windowMs + 1_000;
    return waited && reset.earliest > at + 1_000 && (retry ?? 0) <= at ? at : undefined;
  }
  const half = end + windowMs / 2;
  const edge = (reset?.earliest ?? half) - windowMs / 10;
  return edge > end + windowMs / 4 ? Math.min(half, edge) : half;
}

const own = (lab: Lab): Exchange[] => lab.exchanges.filter(({ key }) => key === 'free#1');
const status = ({ received }: Exchange): number => ('status' in received ? received.status : 0);
const refusedIn = (exchanges: readonly Exchange[]): number =>
  exchanges.filter((exchange) => status(exchange) === 429).length;

function header(exchange: Exchange, name: string): string | undefined {
  return isAnswered(exchange) ? headerValue(exchange.received.headers, name) : undefined;
}

function number(exchange: Exchange, name: string): number | undefined {
  const text = header(exchange, name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** As long as they agree, the samples' intersection; else all of them together. */
function offset({ exchanges }: Lab): Offset {
  const samples = exchanges.flatMap((exchange) => {
    const date = parseHttpDate(header(exchange, 'date') ?? '');
    return date === undefined ? [] : [{ least: date - exchange.received.at, most: date + 1_000 - exchange.sent.at }];
  });
  if (samples.length === 0) return { least: -1_000, most: 1_000 };
  const least = samples.map((sample) => sample.least);
  const most = samples.map((sample) => sample.most);
  const both = { least: Math.max(...least), most: Math.min(...most) };
  return both.least < both.most ? both : { least: Math.min(...least) - 1_000, most: Math.max(...most) + 1_000 };
}

function resetMoment(lab: Lab, exchange: Exchange): { earliest: number; certain: number } | undefined {
  const text = header(exchange, 'x-ratelimit-reset');
  if (text === undefined || !/^\d{1,16}(\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  const { received } = exchange;
  if (value < 1e7)
    return { earliest: received.at + value * 1_000 - 1_000, certain: received.at + value * 1_000 + 1_000 };
  const server = value < 1e11 ? value * 1_000 : value;
  const { least, most } = offset(lab);
  return { earliest: server - 1_000 - most, certain: server + 1_000 - least };
}

function retryMoment(lab: Lab, exchange: Exchange): number | undefined {
  const text = header(exchange, 'retry-after');
  if (text === undefined) return undefined;
  if (/^\d{1,16}(\.\d+)?$/.test(text)) return exchange.received.at + Number(text) * 1_000 + 50;
  const date = parseHttpDate(text);
  return date === undefined ? undefined : date - offset(lab).least + 50;
}
