import type { Behaviour, Change } from '../../../src/reference/behaviour.ts';
import { accept, andThen, type Reading, refuse } from '../../../src/reference/message.ts';
import { after } from './after.ts';

type Reader = 'readName' | 'readCategory' | 'readStatus' | 'readLimit' | 'readFilter' | 'readId' | 'readBody';
type Input<Step extends Reader> = Parameters<Behaviour[Step]>[0];
type Value<Step extends Reader> = Extract<ReturnType<Behaviour[Step]>, { readonly ok: true }>['value'];

/** Reads some inputs of a step differently; `read` returns undefined for the others. */
export const readInstead =
  <Step extends Reader>(step: Step, read: (input: Input<Step>) => Reading<Value<Step>> | undefined): Change =>
  (base) => {
    const rest: (input: Input<Step>) => unknown = base[step] as never;
    return { [step]: (input: Input<Step>) => read(input) ?? rest(input) };
  };

/** Reads what the step refuses. */
export const readRefused = <Step extends Reader>(step: Step, reading: Reading<Value<Step>>): Change =>
  after(step, ((known: Reading<unknown>) => (known.ok ? known : reading)) as never);

/** Accepts this value for some inputs, valid or not; `read` returns undefined for the others. */
export const takeInstead = <Step extends Reader>(
  step: Step,
  read: (input: Input<Step>) => Value<Step> | undefined,
): Change =>
  readInstead(step, (input) => {
    const value = read(input);
    return value === undefined ? undefined : accept(value);
  });

/** Reads another value than the one that was sent, if that is valid. */
export const readAs = <Step extends Reader>(step: Step, change: (value: Value<Step>) => Value<Step>): Change =>
  after(step, ((reading: Reading<Value<Step>>) => andThen(reading, (value) => accept(change(value)))) as never);

/** Refuses a payload whose name another animal has. */
export const refuseTakenName =
  (status: number): Change =>
  (base) => ({
    create: (request, service) => {
      const taken = new Set(service.store.animals.map(({ name }) => name));
      const readName: Behaviour['readName'] = (json) =>
        andThen(base.readName(json), (name) =>
          taken.has(name) ? refuse('There is an animal with this name.', status) : accept(name),
        );
      return base.create(request, { ...service, behaviour: { ...service.behaviour, readName } });
    },
  });
