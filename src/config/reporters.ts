import { type Repeatable, wordIn } from './kinds.ts';

export const REPORTERS = ['terminal', 'json', 'html', 'junit', 'har', 'markdown', 'github'] as const;

export type ReporterName = (typeof REPORTERS)[number];

/** A reporter and the path of its output; `-` is stdout. Without a path, it writes its own file, or to stdout if it has none. */
export interface ReportOutput {
  readonly name: ReporterName;
  readonly path: string | undefined;
}

/** Texts `name` or `name=path`. A text of an option may be several, separated by commas. */
export const REPORT_OUTPUTS: Repeatable<readonly ReportOutput[]> = {
  repeatable: true,
  schema: {
    type: 'array',
    title: 'a list of reporters, each once',
    minItems: 1,
    uniqueItems: true,
    items: {
      type: 'string',
      pattern: `^(${REPORTERS.join('|')})(=[^,\\u0000-\\u001f\\u007f]+)?$`,
      maxLength: 1000,
      title: `one of ${REPORTERS.join(', ')}, or one with the path of its file (junit=build/junit.xml)`,
    },
  },
  read: (value, { report, path }) =>
    (value as readonly string[])
      .flatMap((text) => text.split(','))
      .flatMap((text): ReportOutput[] => {
        const [typed, file] = text.trim().split(/=(.*)/s);
        const name = wordIn(typed, REPORTERS, report);
        if (file === '') report(`${typed}= has no path; use ${typed}=PATH, or ${typed}=- for stdout`);
        return name === undefined ? [] : [{ name, path: file === undefined || file === '-' ? file : path(file) }];
      }),
};
