import { judgeTrace } from '../../src/judge/checks/judge-trace.ts';
import type { Verdict } from '../../src/judge/verdict.ts';
import { runCheck } from '../../src/run/check.ts';
import { prepare } from '../../src/run/prepare.ts';
import { QUOTAS } from '../../src/spec/plans.ts';
import { CHECKS, PROBES } from '../../suites/index.ts';
import { type Failures, WINDOW_SECONDS } from './failures.ts';
import { startTarget } from './start.ts';

/** The conformance check with a key of the plan Free, on a server of its own. */
export async function checkOf(target: string): Promise<Failures> {
  const { baseUrl, keys, close } = await startTarget(target, { windowSeconds: WINDOW_SECONDS });
  try {
    const trace = await runCheck(prepared(target, baseUrl), {
      key: keys[0],
      permit: { writes: true },
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      record: () => undefined,
    });
    const verdicts = judgeTrace(trace);
    const failed = (level: Verdict['level']) =>
      verdicts.filter((one) => one.verdict === 'fail' && one.level === level).map(({ id }) => id);
    const open = verdicts.filter(({ verdict, level }) => verdict === 'inconclusive' && level === 'must');
    return {
      musts: failed('must'),
      shoulds: failed('should'),
      open: open.map(({ id, reason }) => `${id}: ${reason}`),
    };
  } finally {
    await close();
  }
}

const prepared = (targetName: string, baseUrl: string) =>
  prepare(
    {
      command: 'check',
      baseUrl,
      targetName,
      targetClass: 'local',
      plan: 'free',
      keyHasLetters: true,
      quota: QUOTAS.free,
      windowSeconds: WINDOW_SECONDS,
      readOnly: false,
      settleMs: 200,
      today: '2026-11-21',
      categories: null,
      only: [],
      skip: [],
      maxRequests: undefined,
    },
    CHECKS,
    PROBES,
    Date.now(),
  );
