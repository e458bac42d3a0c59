/** The host of incoming webhooks: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const SLACK_HOST = 'hooks.slack.com';

const LOOPBACK_HOST = '127.0.0.1';

/** Ports of this machine that may be opened. None in the cloud; tests on one machine allow some. */
export type LoopbackPorts = 'all' | 'none' | readonly number[];

/**
 * Returns why a URL cannot be that of a channel in Slack, as the rest of a sentence; null if it can. The URL is a
 * secret, so it is not repeated.
 */
export function findSlackUrlFault(text: string, loopbackPorts: LoopbackPorts): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fault = `must be the URL of an incoming webhook of Slack: https://${SLACK_HOST}/…`;
  if (url === null || url.username !== '' || url.password !== '') return fault;
  if (url.protocol === 'https:' && url.host === SLACK_HOST && url.pathname !== '/') return null;
  const isAllowed =
    loopbackPorts === 'all' || (loopbackPorts !== 'none' && loopbackPorts.includes(Number(url.port)));
  return url.protocol === 'http:' && url.hostname === LOOPBACK_HOST && isAllowed ? null : fault;
}
