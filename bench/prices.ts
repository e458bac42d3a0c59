/** List prices of AWS in US dollars, region us-east-1 (N. Virginia), without free tiers, discounts or taxes. */
export const prices = {
  asOf: '2026-11',
  lambda: {
    /** x86, the first 6 billion GB-seconds of a month. https://aws.amazon.com/lambda/pricing/ */
    gigabyteSecond: 0.0000166667,
    request: 0.2 / 1e6,
  },
  /** Standard queue, each send, receive and delete. https://aws.amazon.com/sqs/pricing/ */
  sqs: { request: 0.4 / 1e6 },
  /** On demand, standard table class. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  dynamodb: { writeUnit: 0.625 / 1e6, readUnit: 0.125 / 1e6 },
  /** S3 Standard. https://aws.amazon.com/s3/pricing/ */
  s3: { put: 0.005 / 1e3, get: 0.0004 / 1e3 },
  /** By month: a metric of an alarm, a dashboard, a metric of our own. https://aws.amazon.com/cloudwatch/pricing/ */
  cloudWatch: { alarmMetric: 0.1, dashboard: 3, customMetric: 0.3, logGigabyte: 0.5 },
  /** A key of our own, by month. https://aws.amazon.com/kms/pricing/ */
  kms: { key: 1 },
  /** By month. https://aws.amazon.com/secrets-manager/pricing/ */
  secretsManager: { secret: 0.4 },
  /** A recorded trace. https://aws.amazon.com/xray/pricing/ */
  xray: { trace: 5 / 1e6 },
} as const;

/**
 * Megabytes of memory that correspond to one CPU.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const MEGABYTES_PER_CPU = 1_769;

/**
 * Use of other services for one page in the scan workflow. The puts and the write units were counted in scans on one
 * machine; the others follow from the workflow.
 */
export const perPage = {
  /** Two messages (started, finished), each sent, received and deleted, and a page's share of a chunk's message. */
  sqsRequests: 7,
  /**
   * Write units, also those of indexes. The frontier item is created, started and ended in transactions that also
   * update counters of the scan. Transactions count double.
   */
  dynamodbWrites: 19.6,
  dynamodbReads: 6,
  /** The result, the pictures of its findings, and a page's share of the objects of the report. */
  s3Puts: 12,
  /** The report is built from the results. */
  s3Gets: 1,
  /** Invocations of the recording and the finishing function, and the GB-seconds of one. */
  pipelineRequests: 2,
  pipelineGigabyteSeconds: 0.05,
} as const;
