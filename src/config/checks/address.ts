import { isLoopback } from '../target-class.ts';
import { type ConfigCheck, targetsOf } from './check.ts';

/** A base URL that can be sent to, and a class, proxy and certificates that fit it. */
export const address: ConfigCheck = ({ config, say }) => {
  for (const { name, target } of targetsOf(config)) {
    const at = ['targets', name];
    const url = urlOf(target.baseUrl);
    if (target.baseUrl !== undefined && url === undefined)
      say([...at, 'baseUrl'], 'this is not a URL: its host or port cannot be; e.g. https://staging.example.com/v1');
    if (target.proxy !== undefined && urlOf(target.proxy) === undefined)
      say([...at, 'proxy'], 'this is not a URL: its host or port cannot be; e.g. http://proxy.example.com:3128');
    if (url === undefined) continue;
    if (target.class === 'local' && !isLoopback(url))
      say(
        [...at, 'class'],
        `local is for this machine (127.0.0.1, ::1, localhost), and ${url.host} is another; remove it (without a class it is production), or write staging or production`,
      );
    if (url.protocol === 'http:')
      for (const key of ['ca', 'clientCertificate'] as const)
        if (target[key] !== undefined)
          say([...at, key], `there is no TLS on ${url.origin}: write https:// in baseUrl, or remove this`, 'key');
  }
};

export function urlOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
