declare const STORECHECK_VERSION: string | undefined;
declare const SPEC_SHA256: string | undefined;

/** Put in by build.mjs from package.json and the document; run from the sources (tests), they are not known. */
export const toolVersion = typeof STORECHECK_VERSION === 'string' ? STORECHECK_VERSION : '0.0.0-source';
export const specSha256 = typeof SPEC_SHA256 === 'string' ? SPEC_SHA256 : '0'.repeat(64);
