import { wrap } from '../../reporters/text/inert.ts';
import { FINDINGS, isFindingCode } from '../../text/findings/index.ts';
import { requirementsOf } from '../../text/findings/reported-by.ts';
import { isReasonCode, REASONS } from '../../text/reasons/index.ts';

/** `storecheck explain CODE`: the sentences of a code with their places, and the requirements that report it. Undefined for other words. */
export function codeExplanation(code: string, width: number): string | undefined {
  const line = (text: string) => wrap(text, width, '  ', '    ');
  if (isReasonCode(code))
    return [code, line('a reason why a requirement has no verdict'), '', line(REASONS[code]), ''].join('\n');
  if (!isFindingCode(code)) return undefined;
  const { message, expected, actual, identity } = FINDINGS[code];
  const reporting = requirementsOf(code);
  return [
    code,
    line('a kind of violation'),
    '',
    line(message),
    line(`expected  ${expected}`),
    line(`actual    ${actual}`),
    '',
    ...(identity.length === 0 ? [] : [line(`a waiver accepts one combination of: ${identity.join(', ')}`)]),
    ...(reporting.length === 0 ? [] : [line(`reported for: ${reporting.join(', ')}`)]),
    '',
  ].join('\n');
}
