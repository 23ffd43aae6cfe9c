/** The report formats, as for --reporter. */
export const REPORTERS = ['terminal', 'json', 'html', 'junit', 'har', 'markdown', 'github'] as const;

export type ReporterName = (typeof REPORTERS)[number];
