import { posix } from 'node:path';

/** A file named in the configuration, from where the configuration lies. Path arithmetic only; `..` is not looked up. */
export function resolveAgainst(configFile: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:[\\/])/.test(path)) return path;
  const folder = configFile.slice(0, Math.max(configFile.lastIndexOf('/'), lastBackslash(configFile)) + 1);
  return posix.normalize(`${folder}${path}`);
}

/** On Windows alone a backslash separates folders; elsewhere it may be part of a name. */
function lastBackslash(file: string): number {
  return /^([A-Za-z]:|\\\\)/.test(file) ? file.lastIndexOf('\\') : -1;
}
