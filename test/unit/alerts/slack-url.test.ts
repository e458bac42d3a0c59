import { describe, expect, it } from 'vitest';
import { findSlackUrlFault } from '../../../core/alerts/slack-url.ts';

describe('findSlackUrlFault', () => {
  it('accepts incoming webhooks of Slack', () => {
    expect(findSlackUrlFault('https://hooks.slack.com/services/T0/B0/X', 'none')).toBeNull();
  });

  it.each([
    'https://hooks.slack.com/',
    'https://hooks.slack.com:8443/services/T0/B0/X',
    'https://hooks.slack.com.evil.example/services/T0',
    'https://user:pass@hooks.slack.com/services/T0',
    'http://hooks.slack.com/services/T0',
    'http://127.0.0.1:8080/slack',
    'no url',
  ])('refuses %s', (url) => {
    expect(findSlackUrlFault(url, 'none')).toMatch(/^must be the URL of an incoming webhook of Slack/);
    expect(findSlackUrlFault(url, 'none')).not.toContain('evil');
  });

  it('accepts a port of this machine only if it is allowed', () => {
    const url = 'http://127.0.0.1:8080/slack';
    expect(findSlackUrlFault(url, [8080])).toBeNull();
    expect(findSlackUrlFault(url, 'all')).toBeNull();
    expect(findSlackUrlFault(url, [8081])).not.toBeNull();
    expect(findSlackUrlFault('http://10.0.0.1:8080/', 'all')).not.toBeNull();
  });
});
