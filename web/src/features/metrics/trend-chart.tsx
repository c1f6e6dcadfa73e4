import classes from './metrics.module.css';

interface TrendChartProps {
  /** What the chart shows, in a sentence. */
  label: string;
  trend: number[];
  previousTrend: number[];
}

const width = 200;
const height = 60;

/** A line for the period and a dashed one for the period before, on the same scale. */
export function TrendChart({ label, trend, previousTrend }: TrendChartProps) {
  const most = Math.max(...trend, ...previousTrend);
  if (most <= 0) return <div className="h-24" />;
  const line = curve(trend, most);
  return (
    <svg
      className={`block w-full ${classes.trend}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={classes.trendArea} d={`${line} L${width} ${height} L0 ${height} Z`} />
      <path className={classes.trendBefore} d={curve(previousTrend, most)} />
      <path className={classes.trendLine} d={line} />
    </svg>
  );
}

/** A smooth curve that never overshoots its points. */
function curve(points: number[], most: number): string {
  const place = points.map((value, index) => ({
    x: (index / Math.max(1, points.length - 1)) * width,
    y: 3 + (1 - value / most) * (height - 12),
  }));
  return place
    .map(({ x, y }, index) => {
      const before = place[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = round((before.x + x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
