interface Source {
  readonly env?: string | undefined;
  readonly file?: string | undefined;
  readonly place?: string | undefined;
  readonly unused?: string | undefined;
}

/** Where a key came from, e.g. `PRO_KEY (storecheck.yaml:7); STORE_API_KEY_PRO is not used`. */
export function keySourceText({ env, file = 'a source that is not recorded', place, unused }: Source = {}): string {
  const named = `${env ?? file}${place === undefined ? '' : ` (${place})`}`;
  return unused === undefined ? named : `${named}; ${unused} is not used`;
}
