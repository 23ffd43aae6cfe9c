/** The code of a system error, e.g. ENOENT, or `otherwise`. */
export function codeOf(error: unknown, otherwise = String(error)): string {
  return error instanceof Error && 'code' in error ? String(error.code) : otherwise;
}
