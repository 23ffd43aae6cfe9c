const MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of `500ms`, `60s`, `2m`, `1h`, or of a number of seconds. The schema has checked the format. */
export function milliseconds(duration: string | number): number {
  if (typeof duration === 'number') return duration * 1000;
  const unit = /(ms|s|m|h)$/.exec(duration)?.[0] as keyof typeof MS | undefined;
  return Math.round(Number.parseFloat(duration) * MS[unit ?? 's'] * 1000) / 1000;
}

/** 0.001 of `0.1%`. */
export function shareOf(percent: string): number {
  return Number((Number.parseFloat(percent) / 100).toPrecision(12));
}

/** An integer without loss of digits: a double would change an id above 2^53. Undefined for a number with a fraction or exponent. */
export function integerOf(source = ''): bigint | undefined {
  try {
    return BigInt(source);
  } catch {
    return undefined;
  }
}

export function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
