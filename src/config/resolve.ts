import { posix } from 'node:path';

/** Resolves a path against the configuration's folder, without the file system. */
export function resolveAgainst(configFile: string, path: string): string {
  if (/^([/\\]|[A-Za-z]:[\\/])/.test(path)) return path;
  const folder = configFile.slice(0, Math.max(configFile.lastIndexOf('/'), lastBackslash(configFile)) + 1);
  return posix.normalize(`${folder}${path}`);
}

/** Replaces backslashes on Windows only; elsewhere they may be part of a name. */
function lastBackslash(file: string): number {
  return /^([A-Za-z]:|\\\\)/.test(file) ? file.lastIndexOf('\\') : -1;
}
