import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Secret } from './secret.ts';

/** One requested report file. */
export interface RequestedOutput {
  format: ReportFormat;
  /** As given, relative to the working directory; `-` for standard output. */
  path: string;
  /** Whether it must stay below the working directory, even through symbolic links, because a repository sets it. */
  confined?: true;
}

/** The combined settings of flags, environment, configuration file and defaults. */
export interface Settings {
  /** Version 1 of the API, `https://…/api/v1`, without a trailing slash; null if unknown. */
  apiUrl: string | null;
  apiKey: Secret | null;
  /** Id of a site, or its URL. */
  site: string | null;
  /** The validated config of the scan, including metadata of the pipeline and `failOn`. */
  config: ScanConfig;
  outputs: RequestedOutput[];
  /** Path of the suppressions of a local scan, relative to the working directory; absent if not given. */
  suppressions?: string;
  /** For the whole invocation, in milliseconds. */
  timeoutMs: number;
  /** Whether standard output is one JSON document. */
  json: boolean;
  /** Whether only the result, warnings and errors are shown. */
  quiet: boolean;
  /** Whether findings that fail the gate are shown with the CI's log commands, if it has them. */
  annotations: boolean;
  /** The CI of this process; null if no known CI is detected. */
  pipeline: Pipeline | null;
  /** Notes for people on how the settings were resolved, shown with the result; absent if empty. */
  notes?: string[];
}
