import type { ReportFormat } from '../../core/reports/report-formats.ts';
import type { ScanConfig } from '../../core/scans/scan-config.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Secret } from './secret.ts';

/** One form of the report that is asked for. */
export interface RequestedOutput {
  format: ReportFormat;
  /** As it was given, relative to the working directory; `-` for standard output. */
  path: string;
  /** Whether it has to stay below the working directory, symbolic links and all, for it comes with a repository. */
  confined?: true;
}

/** Everything that flags, environment and configuration file say, with the defaults filled in. */
export interface Settings {
  /** Version 1 of the API, `https://…/api/v1`, without a final slash; null where none is known. */
  apiUrl: string | null;
  apiKey: Secret | null;
  /** Id of a site, or its URL. */
  site: string | null;
  /** What the scan does, validated; metadata of the pipeline and `failOn` among it. */
  config: ScanConfig;
  outputs: RequestedOutput[];
  /** Path of the suppressions of a local scan, relative to the working directory; absent if none is given. */
  suppressions?: string;
  /** For the whole invocation, in milliseconds. */
  timeoutMs: number;
  /** Whether standard output is one JSON document. */
  json: boolean;
  /** Whether nothing but the result and errors is shown. */
  quiet: boolean;
  /** Whether findings that fail the gate are shown by the CI's own log commands, where it has such. */
  annotations: boolean;
  /** The pipeline that this runs in; null for none that is known. */
  pipeline: Pipeline | null;
  /** What people should know of how these came to be, to be told with the result; left out where there is nothing. */
  notes?: string[];
}
