import { describe, expect, it } from 'vitest';
import { type FinishLease, isBeingFinished, takeFinishLease } from '../../../core/scans/finish-lease.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const first: FinishLease = { holder: 'message-1', until: inMinutes(10).toISOString(), lost: 0 };

describe('the lease of the function that builds a report', () => {
  it('lasts until the function is ended', () => {
    expect(takeFinishLease(undefined, { holder: 'message-1', until: inMinutes(10) }, now)).toEqual(first);
    expect(isBeingFinished({ finishing: first }, inMinutes(9))).toBe(true);
    expect(isBeingFinished({ finishing: first }, inMinutes(10))).toBe(false);
    expect(isBeingFinished({}, now)).toBe(false);
  });

  it('is refused to another message while it lasts', () => {
    const other = { holder: 'message-2', until: inMinutes(19) };
    expect(takeFinishLease(first, other, inMinutes(9))).toBeUndefined();
  });

  it('passes to another message after it, which counts the function that died', () => {
    const second = takeFinishLease(first, { holder: 'message-2', until: inMinutes(21) }, inMinutes(11));
    expect(second).toEqual({ holder: 'message-2', until: inMinutes(21).toISOString(), lost: 1 });
    const third = takeFinishLease(second, { holder: 'message-3', until: inMinutes(32) }, inMinutes(22));
    expect(third?.lost).toBe(2);
  });

  it('passes at once to the message that has it, when the queue delivers that again', () => {
    const again = takeFinishLease(first, { holder: 'message-1', until: inMinutes(11) }, inMinutes(1));
    expect(again).toEqual({ holder: 'message-1', until: inMinutes(11).toISOString(), lost: 0 });
  });
});
