import { describe, expect, it } from 'vitest';
import { CliError } from '../../../../cli/errors.ts';
import { readOrigins } from '../../../../cli/local/named-hosts.ts';
import { readUrls } from '../../../../cli/local/read-urls.ts';

/** Returns the message of a usage error. */
function fault(read: () => unknown): CliError {
  try {
    read();
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('it was taken');
}
const readMessage = (text: string) => {
  const { exitStatus, code, message, hint } = fault(() => readUrls([text], 'The URL'));
  expect({ exitStatus, code }).toEqual({ exitStatus: 'usage', code: 'url-malformed' });
  return `${message} ${hint}`;
};

describe('a URL on the command line', () => {
  it('is accepted with http or https, in upper or lower case', () => {
    const urls = readUrls(['http://localhost:8080', 'HTTPS://Example.test/a?b#c'], 'The URL');
    expect(urls.map(({ href }) => href)).toEqual(['http://localhost:8080/', 'https://example.test/a?b#c']);
  });

  it.each([
    ['localhost:8080', 'Did you mean http://localhost:8080/'],
    ['example.test/page', 'Did you mean http://example.test/page'],
    ['127.0.0.1:3000', 'Did you mean http://127.0.0.1:3000/'],
    ['//example.test/', 'Did you mean http://example.test/'],
    ['http:/example.test', 'http:// or https:// is missing'],
    ['file:///etc/passwd', 'only http:// and https:// can be scanned'],
    ['file:///etc/passwd', 'Serve the file with a local server'],
    ['ftp://example.test/', 'only http:// and https:// can be scanned'],
    ['', 'it is empty'],
    ['http://', 'the host or path after http:// or https:// is invalid'],
    ['http://exa mple.test/', 'is invalid'],
  ])('is rejected as %j, with a valid value', (text, hint) => {
    expect(readMessage(text)).toContain(hint);
  });

  it.each([
    'http://anna:geheim@example.test/',
    'anna:geheim@example.test',
    'https://anna:geheim@exa mple.test/',
    'ftp://anna:geheim@example.test/',
  ])('with a password is rejected without repeating the password: %s', (text) => {
    const shown = readMessage(text);
    expect(shown).not.toContain('geheim');
    expect(shown).not.toContain('anna');
  });

  it('is rejected if it is longer than a scan accepts, or has terminal control characters', () => {
    expect(readMessage(`http://example.test/${'a'.repeat(3_000)}`).length).toBeLessThan(500);
    const shown = readMessage('http://example.test/\u001b[2J\u202e');
    expect(shown).not.toContain('\u001b');
    expect(shown).not.toContain('\u202e');
  });
});

describe('--allow-origin', () => {
  it('accepts a scheme, a host and a port', () => {
    const origins = readOrigins(['http://localhost:4000', 'https://api.test/']);
    expect(origins.map(({ origin }) => origin)).toEqual(['http://localhost:4000', 'https://api.test']);
  });

  it.each(['http://localhost:4000/api', 'http://localhost:4000/?x', 'http://localhost:4000/#x'])(
    'rejects %s and suggests its origin',
    (text) => {
      const { code, hint } = fault(() => readOrigins([text]));
      expect(code).toBe('origin-malformed');
      expect(hint).toContain('http://localhost:4000');
    },
  );

  it('suggests the full origin if the scheme is missing', () => {
    expect(fault(() => readOrigins(['localhost:4000'])).message).toContain('--allow-origin localhost:4000');
  });
});
