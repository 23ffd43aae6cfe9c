/** "The interface description version is 1.0.0." (Versioning) */
const SPEC_VERSION = '1.0.0';

declare const STORECHECK_VERSION: string | undefined;
declare const PACKAGE_NAME: string | undefined;
declare const SPEC_SHA256: string | undefined;

/** build.mjs sets these from package.json and the specification. In tests, they have placeholder values. */
export const packageName = typeof PACKAGE_NAME === 'string' ? PACKAGE_NAME : '@storecheck/cli';
export const toolVersion = typeof STORECHECK_VERSION === 'string' ? STORECHECK_VERSION : '0.0.0-source';
const specSha256 = typeof SPEC_SHA256 === 'string' ? SPEC_SHA256 : '0'.repeat(64);

export const OF_THIS_TOOL = {
  tool: { name: 'storecheck', version: toolVersion },
  spec: { version: SPEC_VERSION, sha256: specSha256 },
} as const;
