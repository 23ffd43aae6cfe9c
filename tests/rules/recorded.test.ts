import { it } from 'vitest';
import { recordedVerdicts } from '../verdicts.ts';

it.each(['auth', 'get', 'responses'])('what was recorded has these verdicts: %s', recordedVerdicts);
