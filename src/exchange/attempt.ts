import type { Exchange } from './exchange.ts';

/** The `phase` of requests of a confirmation attempt. */
export const CONFIRMATION = 'confirmation';

/** The name in journals of older versions. */
const FORMER_NAME = 'second-look';

export const isConfirmation = ({ phase }: Exchange): boolean => phase === CONFIRMATION || phase === FORMER_NAME;
