/** One result of the preflight check. bad: a run cannot work; warn: it can, but something may be wrong. */
export interface Line {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** The advice for `bad` and `warn`. */
  readonly fix?: string;
}

export const ok = (name: string, text: string): Line => ({ name, state: 'ok', text });
export const warn = (name: string, text: string, fix: string): Line => ({ name, state: 'warn', text, fix });
export const bad = (name: string, text: string, fix: string): Line => ({ name, state: 'bad', text, fix });
