/** A request of an experiment. */
export interface ExperimentRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Path and query below the base URL. */
  readonly path: string;
  readonly body: string | null;
}

/** The cheapest admitted request: a page of one. */
export const LIST: ExperimentRequest = { operation: 'listPets', method: 'GET', path: '/pets?limit=1', body: null };

/** A complete page, whose body is recorded: it shows whether a refused create was stored. */
export const LIST_ALL: ExperimentRequest = { ...LIST, path: '/pets?limit=100' };

/** A create without both required fields, so that no animal is stored. */
export const INVALID_CREATE: ExperimentRequest = { operation: 'createPet', method: 'POST', path: '/pets', body: '{}' };

/** A create with valid values. A service may know only some categories (`categories`). */
export const validCreate = (name: string, category = '1'): ExperimentRequest => ({
  ...INVALID_CREATE,
  // Not JSON.stringify of a number: a category may have 19 digits.
  body: `{"name":${JSON.stringify(name)},"categoryId":${category},"status":"available"}`,
});

export const GET_ONE: ExperimentRequest = { operation: 'getPet', method: 'GET', path: '/pets/1', body: null };

/** A get with an id that no store has reached. Its 404 has the rate limit headers, too. */
export const GET_UNKNOWN: ExperimentRequest = { ...GET_ONE, path: '/pets/999999999999' };

export function headersFor(key: string, body: string | null): Record<string, string> {
  const authorization = { Authorization: `Bearer ${key}` };
  return body === null ? authorization : { ...authorization, 'Content-Type': 'application/json' };
}
