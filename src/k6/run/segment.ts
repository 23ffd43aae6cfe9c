/** The part of a test that one k6 runs; `index` from 0. */
export interface ExecutionSegment {
  readonly index: number;
  readonly of: number;
}

/** k6's options for a segment. All instances need the same sequence, else their parts overlap. */
export function segmentArguments({ index, of }: ExecutionSegment): string[] {
  if (of === 1) return [];
  const bound = (part: number) => (part === 0 ? '0' : part === of ? '1' : `${part}/${of}`);
  const sequence = Array.from({ length: of + 1 }, (_, part) => bound(part));
  return [
    `--execution-segment=${bound(index)}:${bound(index + 1)}`,
    `--execution-segment-sequence=${sequence.join(',')}`,
  ];
}
