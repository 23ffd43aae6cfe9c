import { serve } from '../servers.ts';
import { now as worldNow } from '../world.ts';

/** What the server saw of one key. */
interface Seen {
  requests: number;
  admitted: number;
  refused: number;
}

export interface FixedWindow {
  readonly baseUrl: string;
  readonly seen: ReadonlyMap<string, Seen>;
}

export interface FixedWindowOptions {
  readonly windowSeconds: number;
  /** N by key. */
  readonly limits: Readonly<Record<string, number>>;
  /** Puts the key into the body of each refusal, as careless services do. */
  readonly echo?: boolean;
  /** Closes the connection without an answer from this request of a key on. */
  readonly silentFrom?: number;
}

/** The smallest limiter: windows from a key's first request, Reset rounded up. Shares no code with other limiters on purpose. */
export async function fixedWindow({
  windowSeconds,
  limits,
  echo,
  silentFrom,
}: FixedWindowOptions): Promise<FixedWindow> {
  const seen = new Map<string, Seen>();
  const windows = new Map<string, { ends: number; used: number }>();
  const { baseUrl } = await serve((request, response) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const limit = limits[key] ?? 0;
    const counts = seen.get(key) ?? { requests: 0, admitted: 0, refused: 0 };
    seen.set(key, counts);
    counts.requests += 1;
    if (counts.requests >= (silentFrom ?? Number.POSITIVE_INFINITY)) {
      request.socket.destroy();
      return;
    }
    const now = worldNow();
    const known = windows.get(key);
    const window = known !== undefined && known.ends > now ? known : { ends: now + windowSeconds * 1_000, used: 0 };
    windows.set(key, window);
    const admitted = window.used < limit;
    if (admitted) window.used += 1;
    counts[admitted ? 'admitted' : 'refused'] += 1;
    response.setHeader('X-RateLimit-Limit', limit);
    response.setHeader('X-RateLimit-Remaining', limit - window.used);
    response.setHeader('X-RateLimit-Reset', Math.ceil(window.ends / 1_000));
    response.setHeader('Content-Type', 'application/json');
    if (!admitted) response.setHeader('Retry-After', Math.ceil((window.ends - now) / 1_000));
    response.statusCode = admitted ? (request.method === 'POST' ? 400 : 200) : 429;
    const message = echo === true ? `too many for ${key}` : 'too many';
    request
      .resume()
      .on('end', () => response.end(JSON.stringify(admitted ? [] : { code: 'rate', message, status: 429 })));
  });
  return { baseUrl, seen };
}
