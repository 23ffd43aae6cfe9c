/** The code of a system error, e.g. ENOENT; of anything else what `otherwise` says. */
export function codeOf(error: unknown, otherwise = String(error)): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}
