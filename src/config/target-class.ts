export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export type TargetClass = (typeof TARGET_CLASSES)[number];

/** A host, perhaps with a port, in one spelling: all names of loopback are `localhost`, and a final dot is removed. */
export const normalizedHost = (host: string): string =>
  host.replace(/^(?:127(?:\.\d{1,3}){3}|\[::1\])(?=:|$)/, 'localhost').replace(/\.(?=:|$)/, '');

/** Whether a typed name is the name of the host, with or without its port. */
export const confirmsHost = (typed: string, host: string) => typed === host || typed === host.replace(/:\d+$/, '');

export const isLoopback = ({ hostname }: URL): boolean => normalizedHost(hostname) === 'localhost';

/** The URL of a service in one spelling: letter case, default port, trailing slashes and names of loopback make no difference. */
export function normalizedUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${normalizedHost(hostname)}:${port}${pathname.replace(/\/+$/, '')}`;
}

export const isUnencrypted = (url: URL) => url.protocol === 'http:' && !isLoopback(url);

/** The class of a target that states none. */
export const classOf = (url: URL): TargetClass => (isLoopback(url) ? 'local' : 'production');
