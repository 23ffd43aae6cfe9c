import { expect, it } from 'vitest';
import { golden } from '../../support/golden.ts';
import { type Ended, FREE_KEY, PRO_KEY } from '../../support/runs.ts';
import { expectSession } from '../session.ts';

/** Targets that do not exist: a run that is not refused ends with exit 3. */
const TARGETS = `targets:
  local: { baseUrl: "http://127.0.0.1:9/v1", keys: &free { free: { env: FREE } } }
  all: { baseUrl: "http://127.0.0.1:10/v1", keys: { free: { env: FREE }, pro: { env: PRO }, business: { env: BUSINESS } } }
  production: { baseUrl: "https://service.invalid/v1", keys: *free }
  writing: { baseUrl: "https://service.invalid/v2", keys: *free, allow: { writes: true } }
  plain: { baseUrl: "http://plain.invalid/v1", class: staging, keys: *free }
  forbidden: { baseUrl: "http://127.0.0.1:11/v1", keys: *free, allow: { writes: false, load: false } }
  budget-20: { baseUrl: "https://a.invalid/v1", class: staging, keys: *free, budgets: { requestsPerRun: 20 } }
`;

const env = { FREE: FREE_KEY, PRO: PRO_KEY, BUSINESS: 'ask_business_1', DAILY: 'ask_free_day', SECOND: 'ask_free_2' };

const estimateOf = ({ stderr }: Ended) => stderr.slice(0, stderr.indexOf('\n\n')).split('\n');

it('a run says what it costs and what it would need, on loopback in at most 9 lines; a refused run sends nothing', async () => {
  await expectSession(golden('estimates.txt'), {
    env,
    files: { 'storecheck.yaml': TARGETS },
    show: ({ stdout, stderr }) =>
      (stderr + (/Without --dry-run.*/s.exec(stdout)?.[0] ?? '')).replaceAll(/(judges) \d+ of \d+/g, '$1 NN of NNN'),
    after: (ended, words) => {
      const isShort = /--target (local|all)(?!.*(verbose|max-duration \d+s?( |$)))/.test(words.join(' '));
      const lines = isShort ? estimateOf(ended).length : 0;
      expect(lines, words.join(' ')).toBeLessThanOrEqual(9);
      expect([0, 2], words.join(' ')).toContain(ended.code);
    },
  });
});
