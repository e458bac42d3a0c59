import { describe, expect, it } from 'vitest';
import { toRefusedSettingsError } from '../../../../cli/service/refused-settings.ts';
import { escapeLogLine } from '../../../../cli/terminal/log-text.ts';
import { ApiError, ConnectionError } from '../../../../client/index.ts';

function refused(errors: ApiError['errors'][number][], config: object) {
  const problem = { status: 422, code: 'invalid-request', title: '', detail: '', errors } as const;
  const error = new ApiError(
    { ...problem, errors: [...errors] },
    { requestId: null, retryAfterMs: null, message: 'no' },
  );
  return toRefusedSettingsError(error, config);
}

describe('the error for a setting that the service rejects', () => {
  it('names its flag and its member, with the nearest accepted value', () => {
    const allowed = ['wcag-aa', 'wcag30-bronze'];
    const error = refused([{ path: 'config.rules[1]', message: 'is not known here', allowed }], {
      rules: ['wcag-aa', 'wcag30-bronse'],
    });
    expect([error.exitStatus, error.code]).toEqual(['usage', 'invalid-request']);
    expect(error.message).toBe(
      'The service refuses --rules (config.rules[1]) "wcag30-bronse": is not known here; did you mean wcag30-bronze?',
    );
  });

  it('lists all values if none is near, unless the service listed them', () => {
    const path = 'config.priority';
    const config = { priority: 'urgent!' };
    const allowed = ['high', 'low'];
    expect(refused([{ path, message: 'is not known here', allowed }], config).message).toMatch(
      /; allowed are high, low$/,
    );
    expect(refused([{ path, message: 'must be one of high, low', allowed }], config).message).toMatch(
      /one of high, low$/,
    );
  });

  it('names the member alone if it has no flag, and its own flag if its parent has another', () => {
    const { message } = refused(
      [
        { path: 'config.waitFor.selector', message: 'is wrong' },
        { path: 'config.metadata.commit', message: 'is wrong' },
        { path: 'config.failOn.new', message: 'is wrong' },
      ],
      {},
    );
    expect(message.split('\n')).toEqual([
      'The service refuses 3 settings:',
      '  config.waitFor.selector: is wrong',
      '  --commit (config.metadata.commit): is wrong',
      '  --fail-on (config.failOn.new): is wrong',
    ]);
  });

  it('escapes the message of the service', () => {
    const { message } = refused([{ path: 'config.\u001b[2J', message: '\r\n::error::x' }], {});
    expect(message).toBe(escapeLogLine(message));
    expect(message).toContain('[U+001B]');
  });

  it('is not created for any other error', () => {
    const error = toRefusedSettingsError(new ConnectionError('dns', 'The host cannot be found.'), {});
    expect([error.exitStatus, error.message]).toEqual(['service', 'The host cannot be found.']);
  });
});
