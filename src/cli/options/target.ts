import type { Problems } from '../console/problems.ts';

/** A valid base URL without a trailing slash, or empty. Credentials in it are refused and never printed. */
export function readTargetUrl(text: string | undefined, problems: Problems): string {
  const nowhere = '';
  if (text === undefined)
    return problems.missing('--base-url is missing, e.g. --base-url https://staging.example.com/v1') ?? nowhere;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return (
      problems.add(
        `--base-url: ${text.includes('@') ? 'it' : JSON.stringify(text)} has no scheme; use https://… (or http://… for a local service)`,
      ) ?? nowhere
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return problems.add('--base-url is not a URL, e.g. https://staging.example.com/v1') ?? nowhere;
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp) problems.add(`--base-url: the scheme must be http or https, not ${url.protocol}//`);
  if (url.username !== '' || url.password !== '')
    problems.add('--base-url contains credentials: remove them, and use --key PLAN=env:NAME');
  if (url.search !== '' || url.hash !== '')
    problems.add('--base-url contains a query or fragment: it must end with the path prefix /v1');
  // The origin of any other scheme may be the text "null".
  return isHttp ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : nowhere;
}
