import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
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
      '--from=k6 /out/licences/ /usr/share/doc/storecheck/k6/',
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

describe('load/k6-licences.sh', () => {
  /** Runs the script with a stand-in Go, whose module cache has these files. */
  function collect(cache: Readonly<Record<string, string>>) {
    const folder = temporaryFolder();
    for (const [path, text] of Object.entries({ 'go/LICENSE': 'of Go', ...cache })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const modules = Object.keys(cache).map((path) => path.split('@')[0]);
    const listed = modules.map((module) => `${module} ${folder}/${module}@v1\n\n`).join('');
    writeFileSync(join(folder, 'listed'), listed);
    writeFileSync(
      join(folder, 'go/go'),
      `#!/bin/sh\nif [ "$1" = env ]; then echo "${folder}/go"; else cat "${folder}/listed"; fi\n`,
    );
    chmodSync(join(folder, 'go/go'), 0o755);
    const out = join(folder, 'out');
    const { status, stderr } = spawnSync('bash', [join(ROOT, 'load/k6-licences.sh'), out], {
      env: { PATH: `${folder}/go:${process.env['PATH']}` },
      encoding: 'utf8',
    });
    return { status, stderr, text: (path: string) => readFileSync(join(out, path), 'utf8') };
  }

  it('copies the licences of Go, of each module and of packages within a module', () => {
    const { status, stderr, text } = collect({
      'go.k6.io/k6@v1/LICENSE.md': 'of k6',
      'go.k6.io/k6@v1/license.go': 'package k6',
      'example.com/a@v1/COPYING': 'of a',
      'example.com/a@v1/inner/b/Licence': 'of b',
      'github.com/prometheus/client_model@v1/NOTICE': 'of Prometheus',
      'buf.build/gen/go/prometheus/x@v1/x.pb.go': 'package x',
    });
    expect(status, stderr).toBe(0);
    expect(text('go/LICENSE')).toBe('of Go');
    expect(text('go.k6.io/k6/LICENSE.md')).toBe('of k6');
    expect(() => text('go.k6.io/k6/license.go')).toThrow('ENOENT');
    expect(text('example.com/a/COPYING')).toBe('of a');
    expect(text('example.com/a/inner/b/Licence')).toBe('of b');
    expect(text('buf.build/gen/go/prometheus/x/NOTICE')).toBe('of Prometheus');
  });

  it('fails if a module has no licence file', () => {
    const { status, stderr } = collect({ 'example.com/a@v1/a.go': 'package a' });
    expect(status).toBe(1);
    expect(stderr).toContain('example.com/a has no licence file');
  });
});
