import type { UsageDay } from '../api/types.ts';
import { formatDay } from '../text/dates.ts';
import { usageText as t } from '../text/en/usage.ts';
import { formatCount } from '../text/plural.ts';
import { Chart } from './chart.tsx';
import { type DayRange, sumByDay } from './usage-days.ts';

interface UsageChartProps {
  usage: readonly UsageDay[];
  range: DayRange;
  counter?: 'requests' | 'scans' | 'pages';
  name: string;
}

/** A counter of usage by day, with a sentence that sums it up. */
export function UsageChart({ usage, range, counter = 'requests', name }: UsageChartProps) {
  const bars = sumByDay(usage, range, counter);
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const busiest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most), { day: '', value: 0 });
  const sentences = [
    t.rangeSummary(formatCount(sum, t[counter]), formatDay(range.from), formatDay(range.to)),
    ...(busiest.value === 0
      ? []
      : [t.busiest(formatCount(busiest.value, t[counter]), formatDay(busiest.day))]),
  ];
  return (
    <Chart
      name={name}
      bars={bars}
      summary={sentences.join(' ')}
      caption={`${t.counters[counter]}, ${t.columns.day}`}
      valueLabel={t.counters[counter]}
      dayLabel={t.columns.day}
    />
  );
}
