import type { Problems } from '../console/problems.ts';

/** A base URL that can be sent to, without a trailing slash; empty if there is none. Credentials in it are refused and not repeated. */
export function readTargetUrl(text: string | undefined, problems: Problems): string {
  const nowhere = '';
  if (text === undefined)
    return problems.missing('--base-url is missing, e.g. --base-url https://staging.example.com/v1') ?? nowhere;
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    return (
      problems.add(
        `--base-url: ${text.includes('@') ? 'it' : JSON.stringify(text)} has no scheme; write https://… (or http://… for a local one)`,
      ) ?? nowhere
    );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return problems.add('--base-url is not a URL; e.g. https://staging.example.com/v1') ?? nowhere;
  }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp) problems.add(`--base-url: the scheme ${url.protocol}// is not http or https`);
  if (url.username !== '' || url.password !== '')
    problems.add('--base-url holds credentials; remove them (the service takes a bearer key: --key PLAN=env:NAME)');
  if (url.search !== '' || url.hash !== '')
    problems.add('--base-url holds a query or fragment; it ends with the path prefix /v1');
  // The origin of any other scheme may be the text "null".
  return isHttp ? `${url.origin}${url.pathname.replace(/\/+$/, '')}` : nowhere;
}
