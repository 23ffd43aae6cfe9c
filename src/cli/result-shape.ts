type Kind = 'string' | 'number' | 'boolean' | 'list' | 'object' | 'text or null';
type Shape = Readonly<Record<string, Kind | readonly string[]>>;

/** What reporters read: less than schemas/results.schema.json, which tests hold every run to. */
const SHAPES = {
  '': {
    outcome: ['passed', 'failed', 'incomplete', 'error'],
    exitCode: 'number',
    requirements: 'list',
    limits: 'object',
    residue: 'list',
    warnings: 'list',
  },
  tool: { name: 'string', version: 'string' },
  spec: { version: 'string', sha256: 'string' },
  run: { id: 'string', command: 'string', startedAt: 'string', finishedAt: 'text or null', end: 'string' },
  target: { name: 'string', baseUrl: 'string', class: 'string' },
  settings: { plan: 'string', windowSeconds: 'number', readOnly: 'boolean', today: 'string', partial: 'boolean' },
  requests: { planned: 'number', sent: 'number', unplanned429: 'number', byStatus: 'object', byPlan: 'object' },
} as const satisfies Record<string, Shape>;

const REQUIREMENT: Shape = {
  id: 'string',
  level: ['must', 'should', 'observe'],
  title: 'string',
  clause: 'string',
  quote: 'string',
  verdict: ['pass', 'fail', 'inconclusive', 'not-applicable', 'observed'],
  subjects: 'number',
  findings: 'list',
};
const FINDING: Shape = { message: 'string', expected: 'string', actual: 'string', exchanges: 'list' };
const SET_UP: Shape = { code: 'string', message: 'string', fix: 'string' };
const PLAN: Shape = {
  perWindow: 'number',
  windowSeconds: 'number',
  sent: 'number',
  admittedInWindow: 'number',
  refused: 'number',
  unanswered: 'number',
  elapsedMs: 'number',
  algorithm: 'object',
  retryAfterSeen: 'list',
};

/** Why a value is no result that this version can show, or undefined. */
export function resultProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'is not the result of a run';
  const version = value['schemaVersion'];
  if (typeof version === 'number' && version > 1)
    return `has schemaVersion ${version}; this storecheck reads version 1: update it`;
  if (version !== 1) return 'is not the result of a run: it has no schemaVersion';
  for (const [name, shape] of Object.entries(SHAPES)) {
    const problem = misfit(name === '' ? value : value[name], shape, name);
    if (problem !== undefined) return problem;
  }
  const setUp = value['setUp'] === undefined ? undefined : misfit(value['setUp'], SET_UP, 'setUp');
  return setUp ?? rowsProblem(value) ?? plansProblem(value);
}

function rowsProblem({ requirements }: Readonly<Record<string, unknown>>): string | undefined {
  for (const [index, row] of listOf(requirements).entries()) {
    const where = `requirements[${index}]`;
    const problem = misfit(row, REQUIREMENT, where);
    if (problem !== undefined) return problem;
    for (const [number, finding] of listOf(isObject(row) ? row['findings'] : []).entries()) {
      const wrong = misfit(finding, FINDING, `${where}.findings[${number}]`);
      if (wrong !== undefined) return wrong;
    }
  }
  return undefined;
}

function plansProblem({ limits }: Readonly<Record<string, unknown>>): string | undefined {
  const plans = Object.entries(isObject(limits) ? limits : {});
  return plans
    .map(([plan, numbers]) => misfit(numbers, PLAN, `limits.${plan}`))
    .find((problem) => problem !== undefined);
}

function misfit(value: unknown, shape: Shape, where: string): string | undefined {
  if (!isObject(value)) return `is not the result of a run: ${where} is missing`;
  const wrong = Object.entries(shape).find(([name, kind]) => !fits(value[name], kind));
  return wrong === undefined
    ? undefined
    : `is not the result of a run: ${where === '' ? '' : `${where}.`}${wrong[0]} is missing or malformed`;
}

function fits(value: unknown, kind: Kind | readonly string[]): boolean {
  if (typeof kind !== 'string') return typeof value === 'string' && kind.includes(value);
  switch (kind) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === kind;
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'text or null':
      return value === null || typeof value === 'string';
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
