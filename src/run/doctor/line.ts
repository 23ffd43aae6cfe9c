/** One thing that was looked at. bad: a run cannot work; warn: it can, but look at it. */
export interface Line {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly text: string;
  /** What to do, where something is not as it should be. */
  readonly fix?: string;
}

export const ok = (name: string, text: string): Line => ({ name, state: 'ok', text });
export const warn = (name: string, text: string, fix: string): Line => ({ name, state: 'warn', text, fix });
export const bad = (name: string, text: string, fix: string): Line => ({ name, state: 'bad', text, fix });
