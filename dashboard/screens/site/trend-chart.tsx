import type { TrendPoint } from '../../api/types.ts';
import { Time } from '../../parts/time.tsx';
import { formatDate } from '../../text/dates.ts';
import { trendText as t } from '../../text/en/trend.ts';
import { formatCount, formatNumber } from '../../text/plural.ts';
import { findBreak } from './trend-breaks.ts';

const WIDTH = 720;
const HEIGHT = 180;

/**
 * A bar for each scan, with a line before scans that cannot be compared with the scan before. The table below it has
 * the same numbers.
 * @param points oldest first
 */
export function TrendChart({ points }: { points: readonly [TrendPoint, ...TrendPoint[]] }) {
  const [first] = points;
  const last = points.at(-1) ?? first;
  const most = Math.max(1, ...points.map(({ issueGroups }) => issueGroups));
  const step = WIDTH / points.length;
  const breaks = points.map((point, index) => findBreak(points[index - 1] ?? null, point) !== null);
  const describe = ({ issueGroups }: TrendPoint) => formatCount(issueGroups, t.groups);
  return (
    <div class="chart">
      <div class="chart-head">
        <p>
          {t.last(describe(last), formatDate(new Date(last.createdAt)))}{' '}
          {first !== last && `${t.first(describe(first), formatDate(new Date(first.createdAt)))} `}
          {breaks.includes(true) ? t.broken : t.comparable}
        </p>
      </div>
      <div class="plot" aria-hidden="true">
        <span>{formatNumber(most)}</span>
        <span>{formatNumber(0)}</span>
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <line class="grid" x1="0" x2={WIDTH} y1="0.5" y2="0.5" />
          {points.map((point, index) => {
            // A scan with few groups must differ from a scan without any.
            const height = point.issueGroups === 0 ? 0 : Math.max(2, (point.issueGroups / most) * HEIGHT);
            return (
              <rect
                key={point.scanId}
                class="bar"
                x={index * step + step * 0.15}
                width={step * 0.7}
                y={HEIGHT - height}
                height={height}
              >
                <title>{t.bar(formatDate(new Date(point.createdAt)), describe(point))}</title>
              </rect>
            );
          })}
          {breaks.map(
            (isBreak, index) =>
              isBreak && (
                <line
                  key={points[index]?.scanId}
                  class="break"
                  x1={index * step}
                  x2={index * step}
                  y1="0"
                  y2={HEIGHT}
                />
              ),
          )}
          <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        </svg>
        <p>
          <Time at={first.createdAt} isDate />
          <Time at={last.createdAt} isDate />
        </p>
      </div>
    </div>
  );
}
