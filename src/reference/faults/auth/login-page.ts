import type { Fault } from '../../variant.ts';
import { errorBodyOn401 } from '../clauses.ts';

export const loginPage: Fault = {
  id: 'login-page',
  title: 'Sends callers without a key to a log-in page',
  breaks: [...errorBodyOn401, 'auth.near-miss-key', 'auth.bearer-only', 'auth.empty-token'],
  follows: ['auth.query-key'],
  apply: (base) => ({
    ...base,
    unauthorized: () => ({ status: 302, headers: [['Location', '/login']], json: undefined }),
  }),
};
