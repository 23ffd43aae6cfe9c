import http from 'k6/http';
import type { KeyLabel } from '../../../src/exchange/records/schema.ts';
import type { Deliver } from '../wire/exchange.ts';
import { JSON_TYPE } from '../wire/request.ts';

export type Keys = ReadonlyMap<KeyLabel, string>;

/**
 * 429 is an expected response: otherwise k6 would count it as a failed request. The judge decides whether it is right.
 */
http.setResponseCallback(http.expectedStatuses({ min: 100, max: 599 }));

export function headersFor(key: string, body: string | null): Record<string, string> {
  const authorization = { Authorization: `Bearer ${key}` };
  return body === null ? authorization : { ...authorization, [JSON_TYPE[0]]: JSON_TYPE[1] };
}

/** Sends with k6, each request on its own connection (option noConnectionReuse). */
export function deliverWith(baseUrl: string, keys: Keys, timeoutSeconds: number): Deliver {
  return async ({ method, path, body }, key) => {
    try {
      const headers = headersFor(keys.get(key) ?? '', body);
      const params = { headers, redirects: 0, timeout: `${timeoutSeconds}s`, responseType: 'text' } as const;
      const response = await http.asyncRequest(method, `${baseUrl}${path}`, body, params);
      const { status, error_code: code, error: message, timings } = response;
      if (status === 0) return { failure: { code: `K6_${code}`, message } };
      return { status, headers: response.headers, body: response.body, blocked: timings.blocked };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { failure: { code: 'K6_THROWN', message } };
    }
  };
}
