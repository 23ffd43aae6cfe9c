/** A file named in the configuration, from where the configuration lies. Path arithmetic only; `..` is not looked up. */
export function resolveAgainst(configFile: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:[\\/])/.test(path)) return path;
  const folder = configFile.slice(0, Math.max(configFile.lastIndexOf('/'), lastBackslash(configFile)) + 1);
  const rooted = folder.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || rooted === '') parts.push(part);
  }
  return `${rooted}${parts.join('/')}` || '.';
}

/** On Windows alone a backslash separates folders; elsewhere it may be part of a name. */
function lastBackslash(file: string): number {
  return /^([A-Za-z]:|\\\\)/.test(file) ? file.lastIndexOf('\\') : -1;
}
