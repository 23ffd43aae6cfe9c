import { findingTexts } from '../finding.ts';

export const CAPACITY_FINDINGS = findingTexts({
  'objective-missed': {
    message: 'missed at {percent} % of the projected peak',
    expected: '{objective}',
    actual: '{measured}',
    identity: ['objective'],
  },
});
