import { describe, expect, it } from 'vitest';
import { scheduleBodySchema } from '../../../core/schedules/schedule-body.ts';
import { toScheduleBody, toScheduleValues } from '../../../dashboard/screens/site/schedule-values.ts';

const schedule = scheduleBodySchema.parse({
  every: 'month',
  on: [1, 15],
  at: '23:30',
  timeZone: 'Europe/Berlin',
  withinMinutes: 0,
  config: {
    rules: ['wcag-a'],
    locale: 'de',
    metadata: { branch: 'main', targetBranch: 'release' },
    failOn: { new: 'serious' },
  },
});

describe('the schedule that a person enters', () => {
  it('is valid with the values that are shown at first, on the main branch of the site', () => {
    const body = scheduleBodySchema.parse(toScheduleBody(toScheduleValues(undefined, 'main'), undefined));
    expect(body).toMatchObject({ every: 'week', on: ['monday'], config: { metadata: { branch: 'main' } } });
  });

  it('is the same if nothing is changed, with the members that have no field', () => {
    const body = toScheduleBody(toScheduleValues(schedule, 'other'), schedule);
    expect(scheduleBodySchema.parse(body)).toEqual(schedule);
  });

  it('has no days of another period, and no branch if the field is empty', () => {
    const values = { ...toScheduleValues(schedule, null), every: 'day', branch: ' ' };
    const body = toScheduleBody(values, schedule);
    expect(body).not.toHaveProperty('on');
    expect(body).toMatchObject({ config: { locale: 'de', metadata: { targetBranch: 'release' } } });
  });

  it('sends null for numbers that are no numbers, so that the service explains what is wrong', () => {
    const values = { ...toScheduleValues(schedule, null), monthDays: '1, x', withinMinutes: '' };
    expect(toScheduleBody(values, schedule)).toMatchObject({ on: [1, null], withinMinutes: null });
  });
});
