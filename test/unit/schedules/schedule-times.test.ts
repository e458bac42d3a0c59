import { describe, expect, it } from 'vitest';
import { listNextTimes, type ScheduleTimes } from '../../../core/schedules/schedule-times.ts';

const list = (times: ScheduleTimes, after: string, count = 3) =>
  listNextTimes(times, new Date(after), count).map((time) => time.toISOString().replace(':00.000Z', ''));

/** Days on which clocks change, from the IANA database; times in UTC. */
const changes: [string, string, string, string[]][] = [
  // The hour from 02:00 does not exist on March 29, and exists twice on October 25.
  [
    'Europe/Berlin',
    '02:30',
    '2026-03-28T00:00:00Z',
    ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
  ],
  [
    'Europe/Berlin',
    '02:30',
    '2026-10-24T00:00:00Z',
    ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
  ],
  // 02:00 to 03:00 on March 8, and 01:00 to 02:00 twice on November 1.
  [
    'America/New_York',
    '02:30',
    '2026-03-07T00:00:00Z',
    ['2026-03-07T07:30', '2026-03-08T07:00', '2026-03-09T06:30'],
  ],
  [
    'America/New_York',
    '01:30',
    '2026-10-31T00:00:00Z',
    ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30'],
  ],
  // By half an hour: 02:00 to 02:30 on October 4, and 01:30 to 02:00 twice on April 5.
  [
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-02T12:00:00Z',
    ['2026-10-02T15:45', '2026-10-03T15:30', '2026-10-04T15:15'],
  ],
  [
    'Australia/Lord_Howe',
    '01:45',
    '2026-04-03T12:00:00Z',
    ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15'],
  ],
  // At midnight, so that a day begins at 01:00 on April 24, and 23:00 to 24:00 exists twice on October 29.
  [
    'Africa/Cairo',
    '00:30',
    '2026-04-22T12:00:00Z',
    ['2026-04-22T22:30', '2026-04-23T22:00', '2026-04-24T21:30'],
  ],
  [
    'Africa/Cairo',
    '23:30',
    '2026-10-28T12:00:00Z',
    ['2026-10-28T20:30', '2026-10-29T20:30', '2026-10-30T21:30'],
  ],
];

describe('the times of a schedule', () => {
  it.each(changes)(
    '%s at %s, after %s: once a day, also when clocks change',
    (timeZone, at, after, expected) => {
      expect(list({ every: 'day', at, timeZone }, after)).toEqual(expected);
    },
  );

  it('does not begin again within an hour that exists twice', () => {
    // 02:30 was at 00:30 UTC; at 01:10 UTC it is 02:10 again.
    const times: ScheduleTimes = { every: 'day', at: '02:30', timeZone: 'Europe/Berlin' };
    expect(list(times, '2026-10-25T01:10:00Z', 1)).toEqual(['2026-10-26T01:30']);
  });

  const utc = { at: '06:00', timeZone: 'UTC' };
  it('are on working days, days of the week or days of the month', () => {
    expect(list({ ...utc, every: 'weekday' }, '2026-11-26T12:00:00Z')).toEqual([
      '2026-11-27T06:00',
      '2026-11-30T06:00',
      '2026-12-01T06:00',
    ]);
    expect(list({ ...utc, every: 'week', on: ['tuesday', 'sunday'] }, '2026-11-24T06:00:00Z')).toEqual([
      '2026-11-29T06:00',
      '2026-12-01T06:00',
      '2026-12-06T06:00',
    ]);
    expect(list({ ...utc, every: 'month', on: [1, 15] }, '2026-11-24T06:00:00Z')).toEqual([
      '2026-12-01T06:00',
      '2026-12-15T06:00',
      '2027-01-01T06:00',
    ]);
  });

  it('are on the last day of a month that is too short, once', () => {
    expect(list({ ...utc, every: 'month', on: [29, 30, 31] }, '2027-02-01T00:00:00Z', 5)).toEqual([
      '2027-02-28T06:00',
      '2027-03-29T06:00',
      '2027-03-30T06:00',
      '2027-03-31T06:00',
      '2027-04-29T06:00',
    ]);
    expect(list({ ...utc, every: 'month', on: [29] }, '2028-02-01T00:00:00Z', 2)).toEqual([
      '2028-02-29T06:00',
      '2028-03-29T06:00',
    ]);
    expect(list({ ...utc, every: 'month', on: [31] }, '2027-04-01T00:00:00Z', 2)).toEqual([
      '2027-04-30T06:00',
      '2027-05-31T06:00',
    ]);
  });

  it('are the same instant in UTC for zones that differ in name only', () => {
    const after = '2026-11-24T00:00:00Z';
    expect(list({ every: 'day', at: '06:00', timeZone: 'Asia/Kolkata' }, after)).toEqual(
      list({ every: 'day', at: '06:00', timeZone: 'Asia/Calcutta' }, after),
    );
  });
});
