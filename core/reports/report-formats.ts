interface Format {
  /** What an Accept header asks for; null where only `format` does. */
  mediaType: string | null;
  /** What the answer and the object state. */
  contentType: string;
  /** What a file of it is called after its last dot. */
  extension: string;
  meaning: string;
}

/** The formats that a report comes in, by the name that `format` takes; the first is what a caller without a wish gets. */
export const reportFormats = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json',
    extension: 'json',
    meaning: 'all of it, by a published schema',
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
    meaning: 'one row a finding, for spreadsheets',
  },
  markdown: {
    mediaType: 'text/markdown',
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    meaning: 'short, for a comment at a pull request',
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
    meaning: 'JUnit XML: a test a rule and page, failed where the gate counts',
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

/** The format that each media type of an Accept header asks for. Other formats have the media type of one of these. */
export const formatByMediaType: ReadonlyMap<string, ReportFormat> = new Map(
  reportFormatNames.flatMap((name) => {
    const { mediaType } = reportFormats[name];
    return mediaType === null ? [] : [[mediaType, name] as const];
  }),
);
