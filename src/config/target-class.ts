export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export type TargetClass = (typeof TARGET_CLASSES)[number];

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The address of a service, the same for every spelling: letter case, default port, trailing slashes, and the names of loopback. */
export function addressOf(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read === undefined) return url;
  const host = isLoopback(read) ? 'localhost' : read.hostname.replace(/\.$/, '');
  return `${read.protocol}//${host}:${read.port}${read.pathname.replace(/\/+$/, '')}`;
}

export const isOpen = (url: URL) => url.protocol === 'http:' && !isLoopback(url);

export function classOf(url: URL): TargetClass {
  return isLoopback(url) ? 'local' : 'production';
}
