import type { RequirementResult } from '../../../result/result.ts';
import { brief } from '../text.ts';

type Observed = NonNullable<RequirementResult['value']> | null;

/** Maximum members. */
const MEMBERS = 40;

/** An observed value as text, or as a list of its members. */
export function Value({ value }: { readonly value: Observed }) {
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (value === null) return <>nothing</>;
  if (typeof value !== 'object') return <>{brief(String(value), 600)}</>;
  const members = Object.entries(value);
  if (members.length === 0) return <>none</>;
  const rest = members.length - MEMBERS;
  const more = rest > 0 ? ` and ${rest} more` : '';
  if (Array.isArray(value))
    return (
      <>{`${members
        .slice(0, MEMBERS)
        .map(([, one]) => words(one))
        .join(', ')}${more}`}</>
    );
  return (
    <>
      <ul class="members">
        {members.slice(0, MEMBERS).map(([key, one]) => (
          <li key={key}>
            <span>{brief(key, 120)}</span> {words(one)}
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function words(value: Observed): string {
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value)
    ? brief(value.map((one) => words(one)).join(', '), 300)
    : brief(typeof value === 'object' ? JSON.stringify(value) : String(value), 300);
}
