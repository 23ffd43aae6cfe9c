import { wrap } from '../reporters/inert.ts';
import type { Paint } from '../reporters/paint.ts';
import type { Prepared } from '../run/prepare.ts';

/** The first lines of a run: what will be done to whom, and what it costs. */
export function bill({ head, checks, probes }: Prepared, paint: Paint, width: number): string {
  const { settings, target, tool, spec } = head;
  const sent = probes.filter(({ writes }) => !(writes && settings.readOnly));
  const always = sent.filter(({ onlyIf }) => onlyIf === undefined);
  const writes = always.filter(({ writes }) => writes).length;
  const share = (count: number, of: number) => `${Math.round((count / of) * 1000) / 10} %`;
  const most = Math.min(settings.maxRequests, sent.length);
  const rows: [string, string][] = [
    [
      'target',
      `${target.baseUrl} (${target.class}${settings.readOnly ? ': read-only; --allow-writes would create animals' : ''})`,
    ],
    [
      'key',
      `${settings.key}: ${settings.perMinute} requests a ${settings.windowSeconds === 60 ? 'minute' : `${settings.windowSeconds} s window`}, ${settings.perDay} a day`,
    ],
    [
      'judges',
      `${checks.length} requirements of the document ${spec.version} (sha256 ${spec.sha256.slice(0, 12)}), one request after the other`,
    ],
    [
      'costs',
      `about ${always.length} requests, at most ${most}: ${share(most, settings.perMinute)} of a minute, ${share(most, settings.perDay)} of the day; no 429 planned`,
    ],
    [
      'writes',
      settings.readOnly
        ? 'none'
        : `${writes} creates are sent, most of them to be refused; what is created stays, its name begins with "Storecheck ${settings.tag}"`,
    ],
    ['run', head.run],
  ];
  const lines = rows.map(([name, text]) => wrap(text, width, `  ${name.padEnd(8)}`, ' '.repeat(10)));
  return `${paint.bold(`storecheck ${tool.version} · ${head.command}`)}\n${lines.join('\n')}\n`;
}

/** Every request of the plan, in order, with the requirements that it serves. */
export function plan({ checks, probes, head }: Prepared, paint: Paint, width: number): string {
  const wide = checks.filter(({ from }) => from === 'all').map(({ requirement }) => requirement);
  const lines = probes.map((probe, index) => {
    const serves = checks
      .filter(({ from }) => from !== 'all' && from.includes(probe.id))
      .map(({ requirement }) => requirement);
    const left = probe.writes && head.settings.readOnly ? ' [not sent: read-only]' : '';
    const condition = probe.onlyIf === undefined ? '' : ` [only if ${probe.onlyIf}]`;
    const title = wrap(
      `${String(index + 1).padStart(3)}  ${paint.bold(probe.id)}  ${probe.title}${condition}${left}`,
      width,
      '',
      '     ',
    );
    return serves.length === 0 ? title : `${title}\n${paint.dim(wrap(serves.join(', '), width, '       '))}`;
  });
  const every =
    wide.length === 0 ? '' : `\n${wrap(`every request also serves: ${wide.join(', ')}`, width, '', '  ')}\n`;
  return `${lines.join('\n')}\n${every}\nnothing was sent (--dry-run)\n`;
}
