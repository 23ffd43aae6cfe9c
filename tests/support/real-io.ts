import process from 'node:process';
import { processIo } from '../../src/cli/process-io.ts';
import { ASSETS } from './built.ts';

/** The Io of tests with real processes and sockets. */
export const REAL_IO = processIo(ASSETS);

/** The k6 of this machine, which is built once if there is none. Throws the ways to get one. */
export const realK6 = () => REAL_IO.k6.find({ say: (line) => process.stderr.write(line) });
