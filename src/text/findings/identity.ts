import type { FindingText } from '../finding.ts';
import type { FINDINGS } from './index.ts';

type Texts = (typeof FINDINGS)[keyof typeof FINDINGS];
type IdentityName = Extract<Texts, Pick<Required<FindingText>, 'identity'>>['identity'][number];

/** What a waiver covers, for each value that distinguishes a violation from others of its kind. */
export const IDENTITY_WORDS = {
  absent: 'one set of missing headers',
  body: 'one kind of body',
  change: 'one kind of change',
  counted: 'one operation',
  credential: 'one form of the Authorization header',
  fall: 'one fall of X-RateLimit-Remaining',
  field: 'one field',
  filter: 'one filter of the list',
  flaw: 'one flaw of the value',
  form: 'one form of the value',
  header: 'one header',
  kind: 'one kind of request or response',
  missing: 'one set of missing headers',
  objective: 'one objective',
  operation: 'one operation',
  other: 'one other plan',
  others: 'one set of other headers',
  plan: 'one plan',
  probe: 'one probe',
  schema: 'one schema',
  shape: 'one set of fields',
  shown: 'one value of X-RateLimit-Limit',
  status: 'one status',
  statuses: 'one set of statuses',
  type: 'one type',
  unit: 'one unit',
  value: 'one value',
} as const satisfies Readonly<Record<IdentityName, string>>;
