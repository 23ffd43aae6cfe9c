import { findingTexts } from '../finding.ts';

export const GET_FINDINGS = findingTexts({
  'wrong-animal': {
    message: '{request} returned another animal',
    expected: 'id {asked}',
    actual: 'id {answered}',
    identity: [],
  },
});
