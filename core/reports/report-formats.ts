interface Format {
  /** The media type in an Accept header; null if only the parameter `format` selects the format. */
  mediaType: string | null;
  /** The Content-Type of the response and the object. */
  contentType: string;
  /** File name extension. */
  extension: string;
  meaning: string;
}

/** The formats of a report by the value of `format`; the first is the default. */
export const reportFormats = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json',
    extension: 'json',
    meaning: 'the whole report, with a published schema',
  },
  html: {
    mediaType: 'text/html',
    contentType: 'text/html; charset=utf-8',
    extension: 'html',
    meaning: 'one self-contained page, for people',
  },
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    meaning: 'one row per finding, for spreadsheets',
  },
  markdown: {
    mediaType: 'text/markdown',
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    meaning: 'short, for a pull request comment',
  },
  sarif: {
    mediaType: 'application/sarif+json',
    contentType: 'application/sarif+json',
    extension: 'sarif',
    meaning: 'SARIF 2.1.0 in full',
  },
  'sarif-github': {
    mediaType: null,
    contentType: 'application/sarif+json',
    extension: 'sarif',
    meaning: 'SARIF within the limits of GitHub code scanning',
  },
  junit: {
    mediaType: 'application/xml',
    contentType: 'application/xml; charset=utf-8',
    extension: 'xml',
    meaning: 'JUnit XML: one test per rule and page, failed if its findings count for the gate',
  },
  'gitlab-code-quality': {
    mediaType: null,
    contentType: 'application/json',
    extension: 'json',
    meaning: 'GitLab code quality',
  },
  'gitlab-accessibility': {
    mediaType: null,
    contentType: 'application/json',
    extension: 'json',
    meaning: 'GitLab accessibility report',
  },
  earl: {
    mediaType: 'application/ld+json',
    contentType: 'application/ld+json',
    extension: 'jsonld',
    meaning: 'EARL 1.0 as JSON-LD, for evaluation tools',
  },
} as const satisfies Record<string, Format>;

export type ReportFormat = keyof typeof reportFormats;

export const reportFormatNames = Object.keys(reportFormats) as [ReportFormat, ...ReportFormat[]];

/** The format for each media type of an Accept header. The other formats share a media type with one of these. */
export const formatByMediaType: ReadonlyMap<string, ReportFormat> = new Map(
  reportFormatNames.flatMap((name) => {
    const { mediaType } = reportFormats[name];
    return mediaType === null ? [] : [[mediaType, name] as const];
  }),
);
