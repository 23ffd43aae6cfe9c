import type { Behaviour } from '../../behaviour.ts';
import { member, object } from '../../json/value.ts';
import { refuse } from '../../message.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const nullNameIsAnotherError: Fault = {
  id: 'null-name-is-another-error',
  title: 'Answers 400 to a null name with a body of a framework',
  breaks: ['create.rejects.null-name', 'error.schema'],
  apply: (base) => {
    const message = 'name must not be null';
    const framework = object(['errors', object(['name', [message]])]);
    const named: Behaviour = { ...base, readName: (json) => (json === null ? refuse(message) : base.readName(json)) };
    return reshapeObject(named, onStatus(400), (body) => (member(body, 'message') === message ? framework : body));
  },
};
