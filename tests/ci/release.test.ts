import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../folder.ts';
import { lint, ROOT, read, valuesOf } from './recipes.ts';

const workflow = parse(read('.github/workflows/release.yml'), { strict: true }) as unknown;
const scripts = valuesOf('run', workflow).map(String);

describe('release.yml', () => {
  it('contains valid shell without pasted values, and pins every action by commit', () => {
    expect(scripts.length).toBeGreaterThan(4);
    for (const script of scripts) {
      expect(() => lint(script), script).not.toThrow();
      expect(script).not.toMatch(/\$\{\{/);
    }
    for (const action of valuesOf('uses', workflow)) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });

  it('packs the package with the addresses of its repository, and its bill of materials', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, 'dist'));
    for (const file of ['package.json', 'dist/storecheck.cdx.json']) copyFileSync(join(ROOT, file), join(cwd, file));
    writeFileSync(join(cwd, 'step.sh'), scripts.find((script) => script.includes('npm pack')) ?? '');
    const env = { ...process.env, GITHUB_REPOSITORY: 'example/storecheck', npm_config_ignore_scripts: 'true' };
    execFileSync('bash', ['-e', 'step.sh'], { cwd, env, stdio: 'pipe' });
    const [sbom, tarball = ''] = readdirSync(join(cwd, 'release')).sort().reverse();
    expect(sbom).toBe('storecheck.cdx.json');
    const packed = execFileSync('tar', ['-xzOf', join(cwd, 'release', tarball), 'package/package.json'], {
      encoding: 'utf8',
    });
    expect(JSON.parse(packed)).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.com/example/storecheck.git' },
      homepage: 'https://github.com/example/storecheck#readme',
      bugs: { url: 'https://github.com/example/storecheck/issues' },
    });
  });
});
