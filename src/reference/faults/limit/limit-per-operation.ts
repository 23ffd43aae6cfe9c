import { countBy } from '../../requota.ts';
import type { Fault } from '../../variant.ts';

export const limitPerOperation: Fault = {
  id: 'limit-per-operation',
  title: 'Keeps a limit for each operation',
  breaks: ['limit.all-operations'],
  apply: (base) => countBy(base, (name, request) => `${request.operation}:${name}`),
};
