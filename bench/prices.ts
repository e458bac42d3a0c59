/**
 * List prices of AWS in US dollars, region us-east-1 (N. Virginia), without free tiers, discounts or taxes, for the
 * services that scanning pages uses.
 */
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
} as const;

/**
 * Megabytes of memory that correspond to one CPU.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const MEGABYTES_PER_CPU = 1_769;

/** Use of other services for one page in the scan workflow. An upper estimate. */
export const perPage = {
  /** Two messages (started, finished), each sent, received and deleted, and a page's share of a chunk's message. */
  sqsRequests: 7,
  /**
   * The frontier item is created, started and ended in transactions that also update counters of the scan.
   * Transactions count double.
   */
  dynamodbWrites: 12,
  dynamodbReads: 6,
  s3Puts: 1,
  /** The report is built from the results. */
  s3Gets: 1,
  /** Invocations of the recording and the finishing function, and the GB-seconds of one. */
  pipelineRequests: 2,
  pipelineGigabyteSeconds: 0.05,
} as const;
