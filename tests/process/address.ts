import { networkInterfaces } from 'node:os';

/** An address of this machine that is not loopback by its name; where there is no other, the one that means "this host" on Linux. */
export function address(): { bind: string; host: string } {
  const own = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  return own === undefined ? { bind: '127.0.0.1', host: '0.0.0.0' } : { bind: own.address, host: own.address };
}
