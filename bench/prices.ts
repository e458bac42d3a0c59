/**
 * List prices of AWS in US dollars, region us-east-1 (N. Virginia), without free tiers, discounts or taxes, for what
 * scanning pages uses.
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

/** Megabytes of memory that come with one CPU. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const MEGABYTES_PER_CPU = 1_769;

/** What one page asks of the services around the browser, as the pipeline is built; an upper estimate. */
export const perPage = {
  /** Two messages (started, finished), each sent, received and deleted; a page's share of a chunk's message. */
  sqsRequests: 7,
  /** Frontier item made, begun and ended, with counters of the scan in the same transactions, which count double. */
  dynamodbWrites: 12,
  dynamodbReads: 6,
  s3Puts: 1,
  /** The report is put together from the results. */
  s3Gets: 1,
  /** Runs of recorder and finisher, and the GB-seconds of one. */
  pipelineRequests: 2,
  pipelineGigabyteSeconds: 0.05,
} as const;
