import { parse } from 'lossless-json';

/** Why a text is not JSON. The runtime would say so too, but its words differ from version to version. */
export function whyNotJson(text: string): string {
  try {
    parse(text.replace(/^\ufeff/, ''), null, { onDuplicateKey: ({ newValue }) => newValue });
    return 'unreadable';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
