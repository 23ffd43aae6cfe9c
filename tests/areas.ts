import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const TESTS = import.meta.dirname;

/**
 * Which tests share a process, because loading the product, and its first runs, take longer than most of them: the beginnings of their
 * paths. The longest one that fits decides. Processes and packages mostly wait.
 */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  processes: ['process', 'ci'],
  packages: ['browser', 'process/package', 'process/client-certificate', 'process/memory', 'process/parity'],
  memory: [''],
};

const BEGINNINGS = Object.entries(AREAS)
  .flatMap(([area, beginnings]) => beginnings.map((beginning) => ({ area, beginning })))
  .sort((one, other) => other.beginning.length - one.beginning.length);

/**
 * Bundles the tests of each area as `FOLDER/AREA.area.js`, and returns these paths: a file loads faster than 1,500
 * modules.
 */
export async function bundleAreas(folder: string): Promise<string[]> {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  const areas = Object.keys(AREAS);
  await build({
    entryPoints: areas.map((area) => ({ in: `area:${area}`, out: `${area}.area` })),
    outdir: folder,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: true,
    plugins: [areaFiles(files.sort()), ownPaths],
  });
  return areas.map((area) => `${folder}/${area}.area.js`);
}

/** The file of an area: each of its tests in a `describe` of its name. */
const areaFiles = (files: readonly string[]): Plugin => ({
  name: 'area-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^area:/ }, ({ path }) => ({ path: path.slice('area:'.length), namespace: 'area' }));
    onLoad({ filter: /./, namespace: 'area' }, ({ path: area }) => {
      const names = files.filter(
        (file) => BEGINNINGS.find(({ beginning }) => file.startsWith(beginning))?.area === area,
      );
      const tests = names.map((name) => `describe('${name.replace('.test.ts', '')}', () => import('./${name}'));`);
      return {
        contents: ["import { describe } from 'vitest';", "import './set-up.ts';", ...tests].join('\n'),
        resolveDir: TESTS,
      };
    });
  },
});

/** `import.meta` names the source, not the bundle. */
const ownPaths: Plugin = {
  name: 'own-paths',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
