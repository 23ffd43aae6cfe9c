import { withMember } from '../../json/value.ts';
import { onStatus, reshapeObject } from '../../reshape.ts';
import type { Fault } from '../../variant.ts';

export const javaStackTrace: Fault = {
  id: 'java-stack-trace',
  title: 'Shows a Java exception in a field of its own',
  breaks: ['error.no-leak'],
  apply: (base) =>
    reshapeObject(base, onStatus(404), (body) =>
      withMember(
        body,
        'trace',
        'java.lang.NullPointerException\n\tat com.example.store.PetController.get(PetController.java:57)',
      ),
    ),
};
