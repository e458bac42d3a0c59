/** Names of the service's own metrics, which functions write and alarms read. */

/** The value of the dimension `service` of metrics over all functions. An alarm on such a metric covers all of them. */
export const ALL_FUNCTIONS = 'all';

export const metricNames = {
  /** Calls that a fault of the service answered with 500, over all functions. */
  internalErrors: 'InternalErrors',
  /** Deliveries of messages that failed, by function. */
  messageFaults: 'MessageFaults',
  /** Seconds between the sending and the first delivery of a message, by queue, over all functions. */
  messageWait: 'MessageWait',
  /** Runs of a scheduled function that did all of their work, by function. */
  runsCompleted: 'RunsCompleted',
  /** Pages that have ended, over all functions. */
  pagesEnded: 'PagesEnded',
  /** Pages that ended without a result because of a fault of the service, over all functions. */
  pagesLost: 'PagesLost',
  /** Chunks of pages whose browser failed for a reason that is no page's, over all functions. */
  browserFaults: 'BrowserFaults',
  /** Browsers that reported what they must not report, over all functions. */
  refusedEvents: 'RefusedEvents',
  /** Calls whose key was not checked, because too many wrong keys came from their source, over all functions. */
  uncheckedKeys: 'UncheckedKeys',
  /** Invitations that were refused, because as many were sent as a day allows, over all functions. */
  refusedInvitations: 'RefusedInvitations',
  /** Sign-ins that people started and that failed, over all functions. */
  signInFailures: 'SignInFailures',
  /** Attempts to send a mail, over all functions. */
  mailsAttempted: 'MailsAttempted',
  /** Attempts to send a mail that the mail service did not accept, over all functions. */
  mailsNotAccepted: 'MailsNotAccepted',
  /** Reports of bounces and complaints that stop an address, over all functions. */
  addressesStopped: 'AddressesStopped',
} as const;

/** Returns the namespace of the metrics of a stage. Stages in one account have different namespaces. */
export function getMetricsNamespace(stage: string): string {
  return `A11yScan/${stage}`;
}
