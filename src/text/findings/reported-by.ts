import table from './reported-by.generated.json' with { type: 'json' };

const REPORTED_BY: Readonly<Record<string, readonly string[]>> = table;

/** The requirements that report a code when the faults of the kill matrix are tested. */
export const requirementsOf = (code: string): readonly string[] => REPORTED_BY[code] ?? [];
