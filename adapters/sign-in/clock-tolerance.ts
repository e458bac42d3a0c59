/** Seconds that the clocks of the service and of the identity provider may differ. */
export const CLOCK_TOLERANCE_SECONDS = 60;
