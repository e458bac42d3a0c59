/** The type of the messages that collect the events of a day or a week. */
export const DIGEST_TYPE = 'digest';

/** Maximum number of events of one digest. The others wait for another one. */
export const DIGEST_EVENTS_MAX = 300;
