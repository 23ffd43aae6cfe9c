/** The operations of the document's chapter "Endpoints". `other` is anything that the document does not list. */
export const OPERATIONS = {
  listPets: { method: 'GET', path: '/pets' },
  createPet: { method: 'POST', path: '/pets' },
  getPet: { method: 'GET', path: '/pets/{petId}' },
} as const;

export type OperationName = keyof typeof OPERATIONS | 'other';

export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

/** Limits, Page size. */
export const PAGE = { minimum: 1, maximum: 100, default: 20 } as const;

/** Endpoints, 3: "It is to be removed on 5 December 2030." No time of day is stated. */
export const REMOVAL_DATE = '2030-12-05';

/** Every report counts the days from this many days before the removal. */
export const SUNSET_WATCH_DAYS = 180;

/** The range of the document's format int64. */
export const INT64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const;
