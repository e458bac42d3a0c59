/** The client library for the service's API: `import { createClient } from 'a11y-scan'`. */
export type {
  AccountScanQuery,
  CallOptions,
  Client,
  ClientOptions,
  ClientWarning,
  ComparisonQuery,
  FindingQuery,
  GroupQuery,
  HistoryQuery,
  ListQuery,
  OverviewQuery,
  PageQuery,
  PolledScan,
  ReportFormat,
  ScanQuery,
  SiteGroupQuery,
  TrendQuery,
  TriggeredScan,
  UsageQuery,
  WebhookDeliveryQuery,
} from './client.ts';
export { createClient } from './create-client.ts';
export {
  ApiError,
  type ApiErrorCode,
  ConnectionError,
  type ConnectionFault,
  InvalidOptionError,
} from './errors.ts';
export type * from './generated/types.ts';
export { type Pace, paceDefault, type RetryInfo } from './pace.ts';
