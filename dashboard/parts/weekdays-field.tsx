import { scheduleText } from '../text/en/schedule.ts';
import { CheckListField, type CheckListFieldProps } from './check-list-field.tsx';
import { toOptions } from './to-options.ts';

const { days, edit } = scheduleText;

/** Chooses days of the week. */
export function WeekdaysField(props: Omit<CheckListFieldProps, 'label' | 'options'>) {
  return <CheckListField {...props} label={edit.fields.weekDays} options={toOptions(days)} />;
}
