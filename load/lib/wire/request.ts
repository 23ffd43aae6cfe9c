/** A request of an experiment. None of them can store anything. */
export interface Request {
  readonly operation: string;
  readonly method: 'GET' | 'POST';
  /** Path and query below the base URL. */
  readonly path: string;
  readonly body: string | null;
}

/** The cheapest admitted request: a page of one. */
export const LIST: Request = { operation: 'listPets', method: 'GET', path: '/pets?limit=1', body: null };

/** Lacks both required fields, so that it is never stored. */
export const INVALID_CREATE: Request = { operation: 'createPet', method: 'POST', path: '/pets', body: '{}' };

export const GET_ONE: Request = { operation: 'getPet', method: 'GET', path: '/pets/1', body: null };

/** An id that no store has reached: a 404 has the headers too. */
export const GET_UNKNOWN: Request = { ...GET_ONE, path: '/pets/999999999999' };

export const JSON_TYPE = ['Content-Type', 'application/json'] as const;
