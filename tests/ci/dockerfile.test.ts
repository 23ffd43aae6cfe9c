import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint, ROOT, read } from './recipes.ts';

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

const lines = read('Dockerfile')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const instructions = lines.map((line): Instruction => {
  const [name = '', ...rest] = line.split(' ');
  return { name, rest: rest.join(' ') };
});
const of = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

/** Files of the checkout that a stage copies. With `--from`, all sources are files of another stage. */
const copied = of('COPY')
  .filter((rest) => !rest.startsWith('--from='))
  .flatMap((rest) => rest.split(' ').slice(0, -1));

describe('the Dockerfile', () => {
  it('builds in stages, and the image contains only runtime files', () => {
    expect(of('FROM')).toEqual([`\${GO_IMAGE} AS k6`, `\${NODE_IMAGE} AS build`, `\${NODE_IMAGE}`]);
    expect(of('ARG')).toEqual(['GO_IMAGE=golang:1.25-bookworm', 'NODE_IMAGE=node:20-slim']);
    expect(last.filter(({ name }) => name === 'COPY').map(({ rest }) => rest)).toEqual([
      '--from=k6 /out/k6 /usr/local/bin/k6',
      '--from=k6 /out/k6-LICENSE.md /usr/share/doc/storecheck/',
      'LICENSE /usr/share/doc/storecheck/',
      '--from=build /storecheck/dist/ /opt/storecheck/',
    ]);
  });

  it('builds k6 from the pinned module just as the command does', () => {
    const [build = ''] = of('RUN');
    const source = read('src/k6/find/build.ts');
    const lists = [/const FLAGS = \[([^\]]*)\]/, /go\(\['build', ([^\]]*)\]/].map((list) => list.exec(source)?.[1]);
    const flags = lists.flatMap((list) => list?.match(/(?<=')-[^']+(?=')/g) ?? []);
    expect(flags).toEqual(expect.arrayContaining(['-mod=readonly', '-trimpath']));
    for (const flag of flags.filter((one) => one !== '-o')) expect(build).toContain(flag.replace('-ldflags=', ''));
    expect(build).toContain('CGO_ENABLED=0 GOWORK=off');
    const oldest = /^go (\d+\.\d+)/m.exec(read('load/k6/go.mod'))?.[1];
    expect(of('ARG')[0]).toContain(`golang:${oldest}`);
  });

  it('runs as a user by number, with volumes for the reports and the state, and the command as its entry point', () => {
    expect(last.find(({ name }) => name === 'USER')?.rest).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(of('VOLUME').map((rest) => JSON.parse(rest))).toEqual([['/work/reports', '/state', '/tmp']]);
    expect(of('ENTRYPOINT').map((rest) => JSON.parse(rest))).toEqual([['storecheck']]);
    expect(of('WORKDIR').at(-1)).toBe('/work');
    expect(of('ENV')).toEqual(['HOME=/state XDG_STATE_HOME=/state K6_BIN=/usr/local/bin/k6']);
  });

  it('copies only what exists, and what .dockerignore lets in', () => {
    expect(copied.length).toBeGreaterThan(6);
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    for (const path of copied) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(
        allowed.some((one) => path.replace(/\/$/, '') === one || path.startsWith(`${one}/`)),
        path,
      ).toBe(true);
    }
    for (const path of allowed) expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(read('.dockerignore')).toMatch(/^\*$/m);
  });

  it('copies everything that build.mjs reads', () => {
    const names = [...read('build.mjs').matchAll(/'((?:src|load|docs|suites)\/[\w./-]+|package\.json)'/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(4);
    for (const name of names)
      expect(
        copied.some((path) => name === path || name.startsWith(path.replace(/\/?$/, '/'))),
        name,
      ).toBe(true);
  });

  it('contains valid shell, no secret and no manual download', () => {
    for (const script of of('RUN')) expect(() => lint(script)).not.toThrow();
    expect(read('Dockerfile')).not.toMatch(/curl|wget|apt-get|ADD |KEY=|TOKEN|PASSWORD/);
  });
});
