import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';
import { refuse } from '../../../src/reference/message.ts';

type Reader = 'readName' | 'readCategory' | 'readStatus' | 'readLimit' | 'readFilter' | 'readId' | 'readBody';
type Input<Step extends Reader> = Parameters<Behaviour[Step]>[0];
type Value<Step extends Reader> = ReturnType<Behaviour[Step]>;

/** Reads some inputs of a step differently, valid or not; `read` returns undefined for the others. */
export const readInstead =
  <Step extends Reader>(step: Step, read: (input: Input<Step>) => Value<Step> | undefined): Change =>
  (base) => {
    const rest: (input: Input<Step>) => unknown = base[step] as never;
    return {
      [step]: (input: Input<Step>) => {
        const value = read(input);
        return value === undefined ? rest(input) : value;
      },
    };
  };

/** What a step reads, or undefined if it refuses. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Reads what the step refuses. */
export const readRefused =
  <Step extends Reader>(step: Step, value: Value<Step>): Change =>
  (base) => {
    const known: (input: Input<Step>) => unknown = base[step] as never;
    return {
      [step]: (input: Input<Step>) => {
        const read = readable(() => known(input));
        return read === undefined ? value : read;
      },
    };
  };

/** Refuses a payload whose name another animal has. */
export const refuseTakenName =
  (status: number): Change =>
  (base) => ({
    create: (request, service) => {
      const taken = new Set(service.store.animals.map(({ name }) => name));
      const readName: Behaviour['readName'] = (json) => {
        const name = base.readName(json);
        return taken.has(name) ? refuse('There is an animal with this name.', status) : name;
      };
      return base.create(request, { ...service, behaviour: { ...service.behaviour, readName } });
    },
  });
