/**
 * The formats that a report comes in, by the name that `format` takes; the first is what a caller without a wish
 * gets. `mediaType` is what an Accept header asks for, `contentType` what the answer and the object state.
 */
export const reportFormats = {
  json: { mediaType: 'application/json', contentType: 'application/json' },
  html: { mediaType: 'text/html', contentType: 'text/html; charset=utf-8' },
} as const satisfies Record<string, { mediaType: string; contentType: string }>;

export type ReportFormat = keyof typeof reportFormats;

export const reportFormatNames = Object.keys(reportFormats) as [ReportFormat, ...ReportFormat[]];
