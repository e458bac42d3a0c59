import { Metrics } from '@aws-lambda-powertools/metrics';
import { once } from '../once.ts';

/**
 * Returns the metrics recorder of the function. It writes CloudWatch's embedded metric format to the log, so that no
 * call leaves the function. Namespace and service come from the POWERTOOLS_ variables, which are read at the first call.
 */
export const metrics = once(() => new Metrics());
