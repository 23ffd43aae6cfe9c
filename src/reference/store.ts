export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  /** Null if the create request had no status. */
  readonly status: string | null;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
  readonly createdAt: number;
}

export interface Store {
  /** The number of animals at the start. */
  readonly seed: number;
  readonly animals: Animal[];
}

export const seededCategories: readonly bigint[] = [1n, 2n, 3n, 5n, 8n];

const NAMES = ['Rex', 'Mia', 'Bella', 'Łatek', 'Señor Gato', 'Coco', 'Luna', 'O’Malley', '小白', 'Kira'];
// Seven, so that each status occurs with each of the five categories, and with each of the ten names if there are 70 animals.
const STATUSES = ['available', 'pending', 'sold', 'available', null, 'sold', 'available'];

/** The same animals each time, some of them without a status. */
export function seedAnimals(count: number): NewAnimal[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${NAMES[index % NAMES.length] ?? ''} ${index + 1}`,
    categoryId: seededCategories[index % seededCategories.length] ?? 1n,
    status: STATUSES[index % STATUSES.length] ?? null,
  }));
}
