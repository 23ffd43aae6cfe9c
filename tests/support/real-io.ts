import process from 'node:process';
import { loopback, processIo, systemClock } from '../../src/cli/process-io.ts';
import { ASSETS } from './built.ts';

/** The clock of this machine. */
export const REAL_CLOCK = systemClock();

/** What tests of real processes and sockets give to the code below the command line. */
export const REAL_IO = { ...processIo(ASSETS), clock: REAL_CLOCK, network: loopback, env: process.env };

/** The k6 of this machine, which is built once if there is none. Throws the ways to get one. */
export const realK6 = () => REAL_IO.k6.find({ say: (line) => process.stderr.write(line) });
