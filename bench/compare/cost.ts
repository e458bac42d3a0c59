import { MEGABYTES_PER_CPU, perPage, prices } from '../prices.ts';

/** Cost in US dollars for 1,000 pages. */
export interface Cost {
  /** Memory setting of the function that runs the browser. */
  megabytes: number;
  /** Seconds of that function for one page. */
  secondsPerPage: number;
  browser: number;
  /** Cost of everything else that a page uses: queues, table, bucket, the other functions. */
  around: number;
  total: number;
}

/**
 * Computes the cost of scanning 1,000 pages on AWS. Lambda bills time by memory, and assigns CPU by memory. So a page
 * takes the time measured here, or its CPU time divided by the function's share of a CPU if that is longer.
 * @param wallMs of one page, one at a time
 * @param cpuMs of one page, user and system, of the whole process tree
 * @param megabytes memory setting of the function
 * @param pagesPerChunk pages that one invocation scans
 */
export function computeCostPerThousand(
  wallMs: number,
  cpuMs: number,
  megabytes: number,
  pagesPerChunk: number,
): Cost {
  const cpus = megabytes / MEGABYTES_PER_CPU;
  const secondsPerPage = Math.max(wallMs, cpuMs / cpus) / 1000;
  const { lambda, sqs, dynamodb, s3 } = prices;
  const browser =
    (secondsPerPage * (megabytes / 1024) * lambda.gigabyteSecond + lambda.request / pagesPerChunk) * 1000;
  const around =
    (perPage.sqsRequests * sqs.request +
      perPage.dynamodbWrites * dynamodb.writeUnit +
      perPage.dynamodbReads * dynamodb.readUnit +
      perPage.s3Puts * s3.put +
      perPage.s3Gets * s3.get +
      perPage.pipelineRequests * lambda.request +
      perPage.pipelineGigabyteSeconds * lambda.gigabyteSecond) *
    1000;
  return { megabytes, secondsPerPage, browser, around, total: browser + around };
}
