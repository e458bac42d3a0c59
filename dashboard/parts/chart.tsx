import { useState } from 'preact/hooks';
import { shellText } from '../text/en/shell.ts';
import { formatNumber } from '../text/plural.ts';
import type { Bar } from './bar.ts';
import { type Column, Table } from './table.tsx';
import { Day } from './time.tsx';

interface ChartProps {
  bars: readonly Bar[];
  /** One sentence that says what the chart shows. */
  summary: string;
  caption: string;
  valueLabel: string;
  dayLabel: string;
  limit?: number | null | undefined;
  name: string;
}

const WIDTH = 720;
const HEIGHT = 180;

/**
 * A bar for each day. Everybody gets the summary; the button replaces the picture by a table with the same numbers, in
 * the same position, and keeps the focus.
 */
export function Chart({ bars, summary, caption, valueLabel, dayLabel, limit, name }: ChartProps) {
  const [isTable, setIsTable] = useState(false);
  return (
    <div class="chart">
      <div class="chart-head">
        <p id={`${name}-summary`}>{summary}</p>
        <button type="button" class="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? shellText.showChart : shellText.showTable}
        </button>
      </div>
      {isTable ? (
        <BarTable {...{ bars, caption, valueLabel, dayLabel, name }} />
      ) : (
        <Bars bars={bars} summary={summary} limit={limit ?? null} />
      )}
    </div>
  );
}

function Bars({ bars, summary, limit }: { bars: readonly Bar[]; summary: string; limit: number | null }) {
  const most = Math.max(1, limit ?? 0, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const toY = (value: number) => HEIGHT - (value / most) * HEIGHT;
  const [first] = bars;
  const last = bars.at(-1);
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary} preserveAspectRatio="none">
        {bars.map(({ day, value }, index) => (
          <rect
            key={day}
            class="bar"
            x={index * step + step * 0.15}
            width={step * 0.7}
            y={value === 0 ? HEIGHT : Math.min(toY(value), HEIGHT - 2)}
            height={value === 0 ? 0 : Math.max(2, HEIGHT - toY(value))}
          />
        ))}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {limit !== null && <line class="limit" x1="0" x2={WIDTH} y1={toY(limit)} y2={toY(limit)} />}
      </svg>
      <p class="scale">
        <span>{first !== undefined && <Day day={first.day} />}</span>
        <span>{shellText.upTo(formatNumber(most))}</span>
        <span>{last !== undefined && <Day day={last.day} />}</span>
      </p>
      {limit !== null && <p class="soft">{shellText.limitLine(formatNumber(limit))}</p>}
    </>
  );
}

function BarTable({ bars, caption, valueLabel, dayLabel, name }: Omit<ChartProps, 'summary' | 'limit'>) {
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
