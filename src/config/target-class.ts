export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export type TargetClass = (typeof TARGET_CLASSES)[number];

/** A host, perhaps with a port, the same for every spelling: all names of loopback are one. */
export const hostOf = (host: string): string =>
  host.replace(/^(?:127(?:\.\d{1,3}){3}|\[::1\])(?=:|$)/, 'localhost').replace(/\.(?=:|$)/, '');

/** Whether a typed name is that of the host, with or without its port. */
export const confirmsHost = (typed: string, host: string) => typed === host || typed === host.replace(/:\d+$/, '');

export const isLoopback = ({ hostname }: URL): boolean => hostOf(hostname) === 'localhost';

/** The address of a service, the same for every spelling: letter case, default port, trailing slashes, and the names of loopback. */
export function addressOf(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read === undefined) return url;
  return `${read.protocol}//${hostOf(read.hostname)}:${read.port}${read.pathname.replace(/\/+$/, '')}`;
}

export const isUnencrypted = (url: URL) => url.protocol === 'http:' && !isLoopback(url);

export function classOf(url: URL): TargetClass {
  return isLoopback(url) ? 'local' : 'production';
}
