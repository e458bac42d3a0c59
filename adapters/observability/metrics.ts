import { Metrics } from '@aws-lambda-powertools/metrics';

/**
 * The one metrics recorder of every function. It writes CloudWatch's embedded metric format to the log, so that
 * no call leaves the function. Namespace and service come from the POWERTOOLS_ variables.
 */
export const metrics = new Metrics();
