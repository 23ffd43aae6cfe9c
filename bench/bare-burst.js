// 1,001 lists over 50 VUs, nothing recorded: what k6 itself takes for a burst (bench/limits.mjs).
import http from 'k6/http';

export const options = {
  scenarios: { burst: { executor: 'shared-iterations', exec: 'list', vus: 50, iterations: 1001 } },
  discardResponseBodies: true,
};

export function list() {
  http.get(`${__ENV.BASE_URL}/pets?limit=1`, { headers: { Authorization: `Bearer ${__ENV.KEY}` } });
}

export function handleSummary({ state }) {
  return { [__ENV.SUMMARY]: JSON.stringify({ seconds: state.testRunDurationMs / 1000 }) };
}
