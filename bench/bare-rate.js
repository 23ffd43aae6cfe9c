// Lists at a constant rate over 500 VUs, nothing recorded: what k6 itself reaches (bench/capacity.mjs).
import http from 'k6/http';

const seconds = Number(__ENV.SECONDS);

export const options = {
  scenarios: {
    load: {
      executor: 'constant-arrival-rate',
      exec: 'list',
      rate: Number(__ENV.RPS),
      timeUnit: '1s',
      duration: `${seconds}s`,
      preAllocatedVUs: 500,
      maxVUs: 500,
    },
  },
  discardResponseBodies: true,
};

export function list() {
  http.get(`${__ENV.BASE_URL}/pets`, { headers: { Authorization: `Bearer ${__ENV.KEY}` } });
}

export function handleSummary({ metrics }) {
  return { [__ENV.SUMMARY]: JSON.stringify({ sent: metrics.http_reqs.values.count }) };
}
