import type { Exchange } from './exchange.ts';

/** The `phase` of a request that was sent again to confirm what the first attempt showed. */
export const CONFIRMATION = 'confirmation';

/** The name in older journals. */
const FORMER_NAME = 'second-look';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION || phase === FORMER_NAME;
