/** Made by build.mjs from assets/: the page's style sheet and script, and their hashes for its policy. */
export const STYLE: string;
export const SCRIPT: string;
/** `sha256-…` */
export const STYLE_HASH: string;
export const SCRIPT_HASH: string;
