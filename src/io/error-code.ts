/** The code of a system error, e.g. ENOENT; of any other error, its text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
