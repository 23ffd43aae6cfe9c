const ofFile = new Set<() => unknown>();
const ofTest = new Set<() => unknown>();

/** Calls `close` after the last test of the file. The returned function cancels that. */
export function atEnd(close: () => unknown): () => void {
  ofFile.add(close);
  return () => ofFile.delete(close);
}

/** Calls `close` after the running test. */
export function atEndOfTest(close: () => unknown): void {
  ofTest.add(close);
}

export const closeAfterFile = () => closeAll(ofFile);
export const closeAfterTest = () => closeAll(ofTest);

async function closeAll(open: Set<() => unknown>): Promise<void> {
  const all = [...open];
  open.clear();
  await Promise.all(all.map((close) => close()));
}
