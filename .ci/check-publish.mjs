// Refuses to publish a package that names no repository: npmjs resolves the README's links and images there.
import { readFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (repository === undefined && process.env.npm_config_dry_run !== 'true') {
  console.error(
    "package.json has no repository: the README's links and images would be broken on npmjs. Publish with a tag (.github/workflows/release.yml sets the repository), or set it: npm pkg set repository.url=git+https://HOST/OWNER/NAME.git",
  );
  process.exitCode = 1;
}
