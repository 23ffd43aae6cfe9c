import type { RequirementRow } from '../requirement.ts';

export const ROBUST = [
  {
    id: 'robust.no-server-error',
    level: 'must',
    title: 'No probe gets a 5xx',
    clause: 'Errors',
    quote: 'Error responses carry the Error object (`code`, `message`, `status`).',
  },
  {
    id: 'robust.answers',
    level: 'must',
    title: 'No probe gets no response twice while its neighbours get one',
    clause: 'What the service does',
    quote: 'The service is an HTTP/JSON interface to an animal store.',
  },
] as const satisfies readonly RequirementRow[];
