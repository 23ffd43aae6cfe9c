import { parse } from 'lossless-json';

/** Why a text is not JSON. The message of the runtime differs between versions. */
export function whyNotJson(text: string): string {
  try {
    parse(text.replace(/^\ufeff/, ''), null, { onDuplicateKey: ({ newValue }) => newValue });
    return 'unreadable';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
