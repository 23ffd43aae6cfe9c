/** "The interface description version is 1.0.0." (Versioning) */
export const SPEC_VERSION = '1.0.0';
