import type { Exchange, HeaderLine } from '../../../../src/exchange/exchange.ts';
import type { LimitRequirementId } from '../../../../src/limiter/index.ts';
import { type History, type Kind, limiterOf, quotaOf, type World } from '../history.ts';
import type { Limiter } from '../limiters.ts';
import { type Random, randomFrom } from '../random.ts';
import { type Reply, type Service, service } from '../service.ts';

export interface Fault {
  readonly name: string;
  readonly breaks: LimitRequirementId;
  readonly service: (world: World) => Service;
  /** Limiters that can have it; all where absent. */
  readonly kinds?: readonly Kind[];
  /** False: by luck the fault did not show in this history. */
  readonly shows?: (world: World, history: History) => boolean;
  /** What must be different about the world for the fault to make sense. */
  readonly world?: (world: World) => World;
}

export const REFILLS: readonly Kind[] = ['bucket', 'gcra'];
export const WINDOWS: readonly Kind[] = ['fixed from first', 'fixed on clock', 'log, newest', 'log, oldest'];

/** Minutes, nothing that blurs some seconds of them, and slots too small for a timer to explain them. */
export const calm = (world: World): World => ({
  ...world,
  limit: Math.max(60, world.limit),
  windowSeconds: 60,
  prolongs: false,
  base: Math.min(50, world.base),
  jitter: Math.min(50, world.jitter),
  step: null,
  lost: [],
  foreign: [],
});

/** Shows `shown` as the limit while the limiter works with another; Remaining as a service would compute it from its count. */
export function worded(world: World, own: Limiter, shown = world.limit): Service {
  const wording = { ...world.wording, limit: shown };
  return service(own, limiterOf(world.kind, quotaOf(world)), wording, randomFrom(world.seed ^ 0x5eed));
}

type Change = (reply: Reply, random: Random, now: number) => Reply | null;

/** Changes the answers of an otherwise legal service. */
export function changed(world: World, change: Change): Service {
  const legal = worded(world, limiterOf(world.kind, quotaOf(world)));
  const random = randomFrom(world.seed ^ 0xfa17);
  return (now, operation, second) => {
    const reply = legal(now, operation, second);
    return reply === null ? null : change(reply, random, now);
  };
}

export const refusals =
  (change: Change) =>
  (world: World): Service =>
    changed(world, (reply, random, now) => (reply.status === 429 ? change(reply, random, now) : reply));

export const header = (reply: Reply, name: string, value: (text: string) => string | undefined): Reply => ({
  ...reply,
  headers: reply.headers.flatMap(([line, text]): HeaderLine[] => {
    if (line !== name) return [[line, text]];
    const other = value(text);
    return other === undefined ? [] : [[line, other]];
  }),
});

export const headerOf = ({ received }: Exchange, name: string): string | undefined =>
  'headers' in received ? received.headers.find(([line]) => line === name)?.[1] : undefined;

export const statusOf = ({ received }: Exchange): number => ('status' in received ? received.status : 0);
