/**
 * Runs jobs in order with limited concurrency. Starts no more jobs after the signal is aborted.
 * @param see called with each result as it comes
 */
export async function runAtOnce<Result>(
  jobs: readonly (() => Promise<Result>)[],
  atOnce: number,
  signal: AbortSignal,
  see: (result: Result) => void = () => undefined,
): Promise<Result[]> {
  const waiting = jobs.values();
  const results: Result[] = [];
  const worker = async (): Promise<void> => {
    // One iterator for all workers: each takes the next job.
    for (const job of waiting) {
      if (signal.aborted) return;
      const result = await job();
      results.push(result);
      see(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
