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

/** A counter of usage by day, with sentences that sum it up. */
export function UsageChart({ usage, range, counter = 'requests', name }: UsageChartProps) {
  const bars = sumByDay(usage, range, counter);
  const [first, ...others] = bars;
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const summary = t.rangeSummary(formatCount(sum, t[counter]), formatDay(range.from), formatDay(range.to));
  if (first === undefined || sum === 0) return <p class="empty">{summary}</p>;
  const busiest = others.reduce((most, bar) => (bar.value > most.value ? bar : most), first);
  return (
    <Chart
      name={name}
      bars={[first, ...others]}
      summary={`${summary} ${t.busiest(formatCount(busiest.value, t[counter]), formatDay(busiest.day))}`}
      caption={t.chartCaption(t.counters[counter])}
      valueLabel={t.counters[counter]}
      dayLabel={t.columns.day}
    />
  );
}
