export const TARGET_CLASSES = ['local', 'staging', 'production'] as const;
export type TargetClass = (typeof TARGET_CLASSES)[number];

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a key that is sent there can be read on the way. */
export const isOpen = (url: URL) => url.protocol === 'http:' && !isLoopback(url);

/** How carefully a host is treated where nothing is configured: any but a loopback one is taken for production. */
export function classOf(url: URL): TargetClass {
  return isLoopback(url) ? 'local' : 'production';
}
