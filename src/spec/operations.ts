/** The operations of the chapter "Endpoints", as findings name them. Requests that the specification does not list are `other`. */
const OPERATIONS = new Map([
  ['listPets', 'GET /pets'],
  ['createPet', 'POST /pets'],
  ['getPet', 'GET /pets/{petId}'],
]);

export const requestName = (operation: string): string => OPERATIONS.get(operation) ?? operation;

export const PET_STATUSES = ['available', 'pending', 'sold'] as const;

export type PetStatus = (typeof PET_STATUSES)[number];

/** Whether a status is one of the three, or absent. */
export const isPetStatus = (status: unknown): boolean => [undefined, ...PET_STATUSES].some((known) => known === status);

/** The number of animals in a list: Limits, Page size. */
export const PAGE = { minimum: 1, maximum: 100, default: 20 } as const;

export const pathOf = (id: string) => `/pets/${encodeURIComponent(id)}` as const;

/** The path of a list with as many animals as it can show, all or of one status. */
export const fullListPath = (status?: string) =>
  `/pets?limit=${PAGE.maximum}${status === undefined ? '' : `&status=${status}`}` as const;

/** Endpoints, 3: "It is to be removed on 5 December 2030." No time of day is stated. */
export const REMOVAL_DATE = '2030-12-05';

/** Whether GET /pets/{petId} is removed on this day, YYYY-MM-DD. */
export const isRemovedOn = (today: string): boolean => today >= REMOVAL_DATE;

/** Days before the removal from which on reports warn. */
export const SUNSET_WATCH_DAYS = 180;

/** The most characters of an int64. BigInt takes quadratic time for longer integers, and a service may send any. */
const MAX_INT64_LENGTH = 20;

/** Whether an integer, as plain digits without leading zeros, has 64 bits. */
export const fitsInt64 = (digits: string): boolean =>
  digits.length <= MAX_INT64_LENGTH && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
