/** A value of a payload as JSON text, so that digits beyond 2^53 stay as written. */
export type JsonLiteral = string;

export const literal = (value: string | number | boolean | null | readonly string[]): JsonLiteral =>
  JSON.stringify(value);

/** A creation payload as JSON text; undefined fields are omitted. */
export function payload(fields: Readonly<Record<string, JsonLiteral | undefined>>): string {
  const members = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${JSON.stringify(name)}:${value}`,
  );
  return `{${members.join(',')}}`;
}
