export type TargetClass = 'local' | 'staging' | 'production';

/** How carefully a host is treated where nothing is configured: any but a loopback one is taken for production. */
export function classOf({ hostname }: URL): TargetClass {
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return loopback ? 'local' : 'production';
}
