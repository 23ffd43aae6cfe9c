const open = new Set<() => unknown>();

/** Keeps in mind what must not outlive the test file that opened it: tests/clean-up.ts closes it after the last test. Gives what takes it off again. */
export function atEnd(close: () => unknown): () => void {
  open.add(close);
  return () => open.delete(close);
}

export async function closeAll(): Promise<void> {
  const all = [...open];
  open.clear();
  await Promise.all(all.map((close) => close()));
}
