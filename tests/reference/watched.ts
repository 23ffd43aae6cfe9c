import type { Io } from '../../src/io/io.ts';
import { type Reference, type ReferenceOptions, startReference } from '../../src/reference/server/start.ts';
import type { Variant } from '../faults/table.ts';

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** `free#1`; `null` without a valid key. */
  readonly key: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: number;
}

/** A reference server that remembers its requests. */
export interface Watched extends Reference {
  readonly received: () => readonly ReceivedRequest[];
  /** The same as texts: `GET /v1/pets?limit=1`. */
  readonly seen: readonly string[];
}

export async function startWatched(options: ReferenceOptions, io: Pick<Io, 'clock' | 'network'>): Promise<Watched> {
  const received: ReceivedRequest[] = [];
  const seen: string[] = [];
  const watched = watching((request, text) => {
    received.push(request);
    seen.push(text);
  });
  const reference = await startReference({ ...options, variants: [...(options.variants ?? []), watched] }, io);
  return { ...reference, received: () => received, seen };
}

/** Reads the key without the steps of the behaviour: a fault must not hide who sent a request. */
const watching = (note: (request: ReceivedRequest, text: string) => void): Variant => ({
  id: 'watched',
  title: 'Remembers its requests',
  apply: (base) => ({
    finish: (answer, request, service) => {
      const finished = base.finish(answer, request, service);
      const { behaviour, customers } = service;
      const customer = customers.find(({ key }) => request.headers.get('authorization')?.endsWith(` ${key}`));
      const own = customers.filter(({ plan }) => plan === customer?.plan);
      const key = customer === undefined ? null : `${customer.plan}#${own.indexOf(customer) + 1}`;
      const { method, path, rawQuery } = request;
      const text = `${method} ${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
      note({ method, path, key, at: behaviour.now(), status: finished.status }, text);
      return finished;
    },
  }),
});
