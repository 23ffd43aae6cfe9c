export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export type TargetClass = (typeof TARGET_CLASSES)[number];

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether the URL sends a key unencrypted over a network. */
export const isOpen = (url: URL) => url.protocol === 'http:' && !isLoopback(url);

/** The default class of a host: local for loopback, else production. */
export function classOf(url: URL): TargetClass {
  return isLoopback(url) ? 'local' : 'production';
}
