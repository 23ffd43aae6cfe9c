import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { lint, ROOT, read } from './recipes.ts';

const lines = read('Dockerfile')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const instructions = lines.map((line) => {
  const [name = '', ...rest] = line.split(' ');
  return { name, rest: rest.join(' ') };
});
const of = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);

/** Files of the checkout that a stage copies. With `--from`, all sources are files of another stage. */
const copied = of('COPY')
  .filter((rest) => !rest.startsWith('--from='))
  .flatMap((rest) => rest.split(' ').slice(0, -1));

describe('the Dockerfile', () => {
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

  it('copies only what exists, and what .dockerignore lets in', () => {
    expect(copied.length).toBeGreaterThan(6);
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toContain('*');
    const allowed = ignored.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
    expect(copied.filter((path) => !allowed.some((one) => `${path}/`.startsWith(`${one}/`)))).toEqual([]);
    for (const path of [...allowed, ...copied]) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('copies everything that build.mjs reads', () => {
    const names = [...read('build.mjs').matchAll(/'((?:src|load|docs|suites)\/[\w./-]+|package\.json)'/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !copied.some((path) => `${name}/`.startsWith(path.replace(/\/?$/, '/'))))).toEqual(
      [],
    );
  });

  it('contains valid shell, no secret and no manual download, and runs the command as a user by number', () => {
    for (const script of of('RUN')) expect(() => lint(script)).not.toThrow();
    expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d{3,}:[1-9]\d{3,}$/)]);
    expect(of('ENTRYPOINT')).toEqual(['["storecheck"]']);
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
    writeFileSync(join(folder, 'listed'), modules.map((one) => `${one} ${folder}/${one}@v1\n\n`).join(''));
    const go = `#!/bin/sh\nif [ "$1" = env ]; then echo "${folder}/go"; else cat "${folder}/listed"; fi\n`;
    writeFileSync(join(folder, 'go/go'), go, { mode: 0o755 });
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
    const copies = {
      'go/LICENSE': 'of Go',
      'go.k6.io/k6/LICENSE.md': 'of k6',
      'example.com/a/COPYING': 'of a',
      'example.com/a/inner/b/Licence': 'of b',
      'buf.build/gen/go/prometheus/x/NOTICE': 'of Prometheus',
    };
    for (const [path, expected] of Object.entries(copies)) expect(text(path)).toBe(expected);
    expect(() => text('go.k6.io/k6/license.go')).toThrow('ENOENT');
  });

  it('fails if a module has no licence file', () => {
    const { status, stderr } = collect({ 'example.com/a@v1/a.go': 'package a' });
    expect(status).toBe(1);
    expect(stderr).toContain('example.com/a has no licence file');
  });
});
