export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  /** `null`: none was given. */
  readonly status: string | null;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Store {
  readonly firstId: bigint;
  /** How many animals it holds at the start. */
  readonly seed: number;
  /** In order of creation. */
  all(): readonly Animal[];
  add(animal: Animal): void;
}

/** Empty; the first animal gets `firstId` unless the behaviour gives ids of its own. */
export function createStore(firstId: bigint, seed: number): Store {
  const animals: Animal[] = [];
  return {
    firstId,
    seed,
    all: () => animals,
    add: (animal) => {
      animals.push(animal);
    },
  };
}

/** The categories that the seeded animals belong to. */
export const seededCategories: readonly bigint[] = [1n, 2n, 3n, 5n, 8n];

const NAMES = ['Rex', 'Mia', 'Bella', 'Łatek', 'Señor Gato', 'Coco', 'Luna', 'O’Malley', '小白', 'Kira'];
// Seven against five categories and ten names, so that every combination turns up.
const STATUSES = ['available', 'pending', 'sold', 'available', null, 'sold', 'available'];

/** The same animals each time, some of them without a status. */
export function seedAnimals(count: number): NewAnimal[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${NAMES[index % NAMES.length] ?? ''} ${index + 1}`,
    categoryId: seededCategories[index % seededCategories.length] ?? 1n,
    status: STATUSES[index % STATUSES.length] ?? null,
  }));
}
