const NUMBERS = { ECONNRESET: -104, ECONNREFUSED: -111, EADDRINUSE: -98, ENOTFOUND: -3008 } as const;

/** An error as Node makes it of a failed system call. */
export function systemError(
  syscall: string,
  code: keyof typeof NUMBERS,
  detail = '',
  about: Readonly<Record<string, unknown>> = {},
): NodeJS.ErrnoException {
  const message = `${syscall} ${code}${detail === '' ? '' : code === 'EADDRINUSE' ? `: ${detail}` : ` ${detail}`}`;
  return Object.assign(new Error(message), { errno: NUMBERS[code], code, syscall, ...about });
}
