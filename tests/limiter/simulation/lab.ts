import type { Exchange, KeyLabel } from '../../../src/exchange/exchange.ts';
import { type Network, oneWay, PATIENCE } from './network.ts';
import { queue } from './queue.ts';
import type { Operation, Service } from './service.ts';

export interface Sent {
  readonly phase: string;
  readonly operation: Operation;
  readonly second?: boolean;
}

/** The virtual client: sends over parallel connections, and keeps what happened. */
export interface Lab {
  now: number;
  readonly exchanges: Exchange[];
  /** The server's moment of each decision, by seq: the truth, which the judge does not see. */
  readonly decided: Map<number, number>;
  /** Sends in order, at most `atOnce` together; takes no new request once `refusals` were refused or `deadline` milliseconds are over. Returns what came of them. */
  readonly send: (
    requests: readonly Sent[],
    atOnce?: (admitted: number) => number,
    refusals?: number,
    deadline?: number,
  ) => Exchange[];
}

export const KEY: KeyLabel = 'free#1';
export const SECOND: KeyLabel = 'free#2';

/** `foreign`: moments of the client's clock at which somebody else lists with the same key. */
export function lab(service: Service, network: Network, start: number, foreign: readonly number[]): Lab {
  const strangers = [...foreign].sort((a, b) => a - b);
  const exchanges: Exchange[] = [];
  const decided = new Map<number, number>();
  let seq = 0;

  const decide = (at: number, request: Sent) => {
    for (let next = strangers[0]; next !== undefined && next <= at; next = strangers[0]) {
      service(next + network.offsetAt(next), 'listPets', false);
      strangers.shift();
    }
    return service(at + network.offsetAt(at), request.operation, request.second === true);
  };

  const state: Lab = {
    now: start,
    exchanges,
    decided,
    send: (requests, atOnce = () => 1, refusals = Infinity, deadline = Infinity) => {
      const end = state.now + deadline;
      const events = queue();
      const done: Exchange[] = [];
      let [taken, refused, underWay, admitted, workers] = [0, 0, 0, 0, 0];
      const engage = (now: number): void => {
        for (let at = now; workers < Math.min(requests.length, atOnce(admitted)); at += 0.05) {
          workers += 1;
          worker(at);
        }
      };
      const worker = (now: number): void => {
        const request = requests[taken];
        if (
          request === undefined ||
          now > end ||
          refused >= refusals ||
          (refused > 0 && refused + underWay >= refusals)
        )
          return;
        taken += 1;
        underWay += 1;
        const number = ++seq;
        const arrives = now + oneWay(network);
        events.put(arrives, () => {
          decided.set(number, arrives + network.offsetAt(arrives));
          const reply = decide(arrives, request);
          const lost = reply === null || network.lost.includes(number);
          const back = lost ? now + PATIENCE : arrives + oneWay(network);
          events.put(Math.max(back, arrives), () => {
            underWay -= 1;
            const received =
              lost || reply === null
                ? { at: Math.max(back, arrives), failure: { code: 'TIMEOUT', message: 'no answer' } }
                : { at: back, ...reply };
            const exchange: Exchange = {
              v: 1,
              run: 'simulated',
              seq: number,
              recorder: 'k6',
              probe: `limit.${request.phase}`,
              key: request.second === true ? SECOND : KEY,
              operation: request.operation,
              phase: request.phase,
              sent: {
                at: now,
                method: request.operation === 'createPet' ? 'POST' : 'GET',
                path: '/pets',
                headers: [],
                body: null,
              },
              received,
            };
            done.push(exchange);
            if (!lost && reply !== null && reply.status === 429) refused += 1;
            worker(Math.max(back, arrives) + 0.01);
            if (!lost && reply?.status !== 429) admitted += 1;
            engage(Math.max(back, arrives) + 0.02);
          });
        });
      };
      engage(state.now);
      state.now = Math.max(state.now, events.run()) + 0.01;
      for (const exchange of done) exchanges.push(exchange);
      return done;
    },
  };
  return state;
}
