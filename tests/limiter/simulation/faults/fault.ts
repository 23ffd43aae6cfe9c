import { type Exchange, headerValue, isAnswered } from '../../../../src/exchange/exchange.ts';
import type { LimitRequirementId } from '../../../../src/limiter/index.ts';
import { type History, type Kind, legalService, type Setting } from '../history.ts';
import { type Random, randomFrom } from '../random.ts';
import type { Reply, Service } from '../service.ts';

export interface Fault {
  readonly name: string;
  readonly breaks: LimitRequirementId;
  readonly service: (setting: Setting) => Service;
  /** Limiters that can have it; all by default. */
  readonly kinds?: readonly Kind[];
  /** False: by chance the fault had no effect in this history. */
  readonly shows?: (setting: Setting, history: History) => boolean;
  /** Changes to the setting without which the fault makes no sense. */
  readonly setting?: (setting: Setting) => Setting;
}

/** The drawn setting, as this fault needs it. */
export function settingFor({ kinds, setting: change }: Fault, drawn: Setting): Setting {
  const kind = kinds?.[Math.abs(drawn.seed) % kinds.length] ?? drawn.kind;
  return change?.({ ...drawn, kind }) ?? { ...drawn, kind };
}

export const REFILLS: readonly Kind[] = ['bucket', 'gcra'];
export const WINDOWS: readonly Kind[] = ['fixed from first', 'fixed on clock', 'log, newest', 'log, oldest'];

/** Minutes, a clock and network that blur no seconds, and slots too small for a timer to explain them. */
export const calm = (setting: Setting): Setting => ({
  ...setting,
  limit: Math.max(60, setting.limit),
  windowSeconds: 60,
  prolongs: false,
  wording: { ...setting.wording, date: 'one' },
  base: Math.min(50, setting.base),
  jitter: Math.min(50, setting.jitter),
  step: null,
  lost: [],
  foreign: [],
});

type Change = (reply: Reply, random: Random, now: number) => Reply | null;

/** Changes the responses of an otherwise legal service. */
export function changed(setting: Setting, change: Change): Service {
  const legal = legalService(setting);
  const random = randomFrom(setting.seed ^ 0xfa17);
  return (now, operation, key) => {
    const reply = legal(now, operation, key);
    return reply === null ? null : change(reply, random, now);
  };
}

export const refusals =
  (change: Change) =>
  (setting: Setting): Service =>
    changed(setting, (reply, random, now) => (reply.status === 429 ? change(reply, random, now) : reply));

/** Replaces a header's value, or removes the header if `value` returns undefined. */
export function header(reply: Reply, name: string, value: (text: string) => string | undefined): Reply {
  const { [name]: text, ...rest } = reply.headers;
  const other = text === undefined ? undefined : value(text);
  return { ...reply, headers: other === undefined ? rest : { ...rest, [name]: other } };
}

export const headerOf = (exchange: Exchange, name: string): string | undefined =>
  isAnswered(exchange) ? headerValue(exchange.received.headers, name) : undefined;

export const statusOf = ({ received }: Exchange): number => ('status' in received ? received.status : 0);
