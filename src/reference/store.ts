export interface NewAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  /** `null`: none was sent. */
  readonly status: string | null;
}

export interface Animal extends NewAnimal {
  readonly id: bigint;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface Store {
  readonly firstId: bigint;
  /** The number of animals at the start. */
  readonly seed: number;
  /** In order of creation. */
  all(): readonly Animal[];
  add(animal: Animal): void;
}

/** Empty; the first animal gets `firstId` unless the behaviour assigns ids itself. */
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
