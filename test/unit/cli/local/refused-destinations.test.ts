import { describe, expect, it } from 'vitest';
import { RefusedDestinations } from '../../../../cli/local/refused-destinations.ts';

function notesOf(...destinations: [host: string, port: number, addresses: string[]][]): string[] {
  const refused = new RefusedDestinations();
  for (const [host, port, addresses] of destinations) refused.add({ host, port }, addresses);
  return refused.describe();
}

describe('the note on refused destinations', () => {
  it('does not exist if no private destination was requested', () => {
    expect(notesOf()).toEqual([]);
    expect(notesOf(['cdn.test', 8080, ['203.0.114.7']], ['', 0, []])).toEqual([]);
  });

  it('names each private destination once, with the flag that allows it', () => {
    const notes = notesOf(
      ['127.0.0.1', 4000, ['127.0.0.1']],
      ['127.0.0.1', 4000, ['127.0.0.1']],
      ['api.test', 443, ['203.0.114.7', '10.0.0.1']],
    );
    expect(notes).toEqual([
      'Pages requested private addresses, which were blocked: 127.0.0.1:4000, api.test:443. The authors of the pages chose these addresses. If they are yours and the pages need them, allow them: --allow-origin http://127.0.0.1:4000',
    ]);
  });

  it('writes IPv6 as in URLs, and https for port 443', () => {
    expect(notesOf(['fd00::1', 443, ['fd00::1']])[0]).toContain('--allow-origin https://[fd00::1]:443');
  });

  it('is the same for any order of the destinations', () => {
    const a: [string, number, string[]] = ['a.test', 80, ['10.0.0.1']];
    const b: [string, number, string[]] = ['b.test', 80, ['10.0.0.2']];
    expect(notesOf(a, b)).toEqual(notesOf(b, a));
  });

  it('never names a flag for the addresses of cloud credentials', () => {
    const metadata = ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', 'fe80::1%eth0', '168.63.129.16'];
    expect(notesOf(...metadata.map((host): [string, number, string[]] => [host, 80, [host]]))).toEqual([]);
    expect(notesOf(['metadata.test', 80, ['169.254.169.254']])).toEqual([]);
  });

  it('is short and escaped, for any destination that pages request', () => {
    const many = Array.from({ length: 2_000 }, (_, index): [string, number, string[]] => [
      `${'x'.repeat(200)}${index}\u001b[2J`,
      80,
      ['10.0.0.1'],
    ]);
    const [note = ''] = notesOf(...many);
    expect(note.length).toBeLessThan(1_000);
    expect(note).toContain('and 495 more');
    expect(note).not.toContain('\u001b');
  });
});
