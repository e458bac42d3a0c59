import { useState } from 'preact/hooks';
import { formatDay } from '../text/dates.ts';
import { shellText } from '../text/en/shell.ts';
import { formatNumber } from '../text/plural.ts';
import type { Bar } from './bar.ts';
import { type Column, Table } from './table.tsx';
import { Day } from './time.tsx';

interface ChartProps {
  bars: readonly [Bar, ...Bar[]];
  /** What the chart shows, in one or two sentences. */
  summary: string;
  caption: string;
  valueLabel: string;
  dayLabel: string;
  name: string;
}

const WIDTH = 720;
const HEIGHT = 180;

/**
 * A bar for each day, below a summary in words. The button replaces the picture by a table with the same numbers, in
 * the same position, and keeps the focus.
 */
export function Chart({ summary, ...data }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <div class="chart">
      <div class="chart-head">
        <p>{summary}</p>
        <button type="button" class="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? shellText.showChart : shellText.showTable}
        </button>
      </div>
      {isTable ? <BarTable {...data} /> : <Bars bars={data.bars} />}
    </div>
  );
}

/** The picture. Screen readers skip it, because the summary precedes it and the table has its numbers. */
function Bars({ bars }: Pick<ChartProps, 'bars'>) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / bars.length;
  return (
    <div class="plot" aria-hidden="true">
      <span>{formatNumber(most)}</span>
      <span>{formatNumber(0)}</span>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
        <line class="grid" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
        {bars.map(({ day, value }, index) => {
          // A day with a small value must differ from a day without one.
          const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT);
          return (
            <rect
              key={day}
              class="bar"
              x={index * step + step * 0.15}
              width={step * 0.7}
              y={HEIGHT - height}
              height={height}
            >
              <title>{shellText.bar(formatDay(day), formatNumber(value))}</title>
            </rect>
          );
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p>
        <Day day={bars[0].day} />
        <Day day={(bars.at(-1) ?? bars[0]).day} />
      </p>
    </div>
  );
}

function BarTable({ bars, caption, valueLabel, dayLabel, name }: Omit<ChartProps, 'summary'>) {
  const columns: [Column<Bar>, Column<Bar>] = [
    { key: 'day', label: dayLabel, sortBy: ({ day }) => day, cell: ({ day }) => <Day day={day} /> },
    {
      key: 'value',
      label: valueLabel,
      isNumber: true,
      sortBy: ({ value }) => value,
      cell: ({ value }) => formatNumber(value),
    },
  ];
  return (
    <Table<Bar>
      name={`${name}-`}
      caption={caption}
      rows={bars}
      getKey={({ day }) => day}
      columns={columns}
      empty={caption}
    />
  );
}
