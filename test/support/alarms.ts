import { readAssembly } from '../../local/template/assembly.ts';
import { buildIntrinsicsContexts } from '../../local/template/context.ts';
import { type IntrinsicsContext, resolveIntrinsics } from '../../local/template/intrinsics.ts';

/** A metric that an alarm reads. */
export interface AlarmMetric {
  namespace: string;
  name: string;
  dimensions: Record<string, string>;
  statistic: string;
}

/** An alarm of the synthesized stacks. */
export interface SynthesizedAlarm {
  /** Without the stage, e.g. `errors: plan-scan`. */
  name: string;
  threshold: number;
  /** Length of a period, in seconds. */
  periodSeconds: number;
  /** Number of periods in a row that must be above the threshold. */
  evaluationPeriods: number;
  /** The alarm is raised below the threshold. */
  isBelow: boolean;
  isMissingBreaching: boolean;
  /** Metric math over the ids of `metrics`. */
  expression: string;
  metrics: Readonly<Record<string, AlarmMetric>>;
}

/** A value of a metric. */
export interface DataPoint {
  /** In milliseconds since the epoch. */
  at: number;
  value: number;
}

/** Returns the values of a metric, in any order. */
export type ReadMetric = (metric: AlarmMetric) => readonly DataPoint[];

interface MetricData {
  MetricName: string;
  Namespace: string;
  Dimensions?: { Name: string; Value: string }[];
}

interface AlarmProperties extends Partial<MetricData> {
  AlarmName: string;
  Threshold: number;
  ComparisonOperator: string;
  EvaluationPeriods: number;
  TreatMissingData: string;
  Statistic?: string;
  Period?: number;
  Metrics?: {
    Id: string;
    Expression?: string;
    MetricStat?: { Metric: MetricData; Stat: string; Period: number };
  }[];
}

/** Returns the alarms of synthesized stacks, with the names that the embedded runtime gives to resources. */
export function readAlarms(assembly: string): SynthesizedAlarm[] {
  const stacks = readAssembly(assembly);
  const contexts = buildIntrinsicsContexts(stacks, { sqs: 'http://127.0.0.1' });
  return stacks.flatMap(({ template }, index) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
      .map(([id, { Properties = {} }]) => {
        // The topic of the actions has no value on one machine.
        const { AlarmActions: _actions, ...properties } = Properties;
        const context = contexts[index] as IntrinsicsContext;
        return toAlarm(resolveIntrinsics(properties, context, id) as unknown as AlarmProperties);
      }),
  );
}

function toAlarm(alarm: AlarmProperties): SynthesizedAlarm {
  const { Metrics = [], MetricName, Namespace, Dimensions = [], Statistic = '' } = alarm;
  const single =
    MetricName === undefined || Namespace === undefined
      ? []
      : [['single', toMetric({ MetricName, Namespace, Dimensions }, Statistic)] as const];
  const several = Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat ? [[Id, toMetric(MetricStat.Metric, MetricStat.Stat)] as const] : [],
  );
  return {
    name: alarm.AlarmName.replace(/^A11yScan-\w+ /, ''),
    threshold: alarm.Threshold,
    periodSeconds: getPeriod(alarm),
    evaluationPeriods: alarm.EvaluationPeriods,
    isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
    isMissingBreaching: alarm.TreatMissingData === 'breaching',
    expression: Metrics.find(({ Expression }) => Expression !== undefined)?.Expression ?? 'single',
    metrics: Object.fromEntries([...single, ...several]),
  };
}

/** @throws Error if the metrics of an alarm have different periods, of which CloudWatch would evaluate the longest */
function getPeriod({ AlarmName, Period, Metrics = [] }: AlarmProperties): number {
  const periods = new Set(Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []));
  const [period, ...others] = Period === undefined ? periods : [Period];
  if (period === undefined || others.length > 0) throw new Error(`${AlarmName} has not exactly one period`);
  return period;
}

function toMetric({ MetricName, Namespace, Dimensions = [] }: MetricData, statistic: string): AlarmMetric {
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { namespace: Namespace, name: MetricName, dimensions, statistic };
}

/** Returns the value that CloudWatch compares with the threshold of an alarm; undefined if it has no data. */
export function evaluateAlarm(
  { expression, metrics }: SynthesizedAlarm,
  read: (metric: AlarmMetric) => number | undefined,
): number | undefined {
  const values = Object.entries(metrics).map(([id, metric]) => [id, read(metric)] as const);
  const math = {
    FILL: (value: number | undefined, missing: number) => value ?? missing,
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
    MAX: (several: number[]) => Math.max(...several),
  };
  const names = [...Object.keys(math), ...values.map(([id]) => id)];
  const script = expression.replaceAll(' AND ', ' && ').replaceAll(' OR ', ' || ');
  const compute = new Function(...names, `return ${script};`);
  const value = compute(...Object.values(math), ...values.map(([, each]) => each)) as number | undefined;
  return value !== undefined && Number.isNaN(value) ? undefined : value;
}

/**
 * True if an alarm is raised by its metrics, if all of its evaluation periods are like one of those with data. Periods
 * are aligned to the clock, as those of CloudWatch: values in different periods are not added.
 */
export function isRaised(alarm: SynthesizedAlarm, read: ReadMetric): boolean {
  const length = alarm.periodSeconds * 1_000;
  const startOf = ({ at }: DataPoint) => Math.floor(at / length) * length;
  const points = Object.values(alarm.metrics).map((metric) => [metric, read(metric)] as const);
  const starts = new Set(points.flatMap(([, ofMetric]) => ofMetric.map(startOf)));
  if (starts.size === 0)
    return isBreaching(
      alarm,
      evaluateAlarm(alarm, () => undefined),
    );
  return [...starts].some((start) => {
    const inPeriod = new Map(
      points.map(([metric, ofMetric]) => [metric, ofMetric.filter((point) => startOf(point) === start)]),
    );
    const readPeriod = (metric: AlarmMetric) => summarize(inPeriod.get(metric) ?? [], metric.statistic);
    return isBreaching(alarm, evaluateAlarm(alarm, readPeriod));
  });
}

function isBreaching(alarm: SynthesizedAlarm, value: number | undefined): boolean {
  if (value === undefined) return alarm.isMissingBreaching;
  return alarm.isBelow ? value < alarm.threshold : value >= alarm.threshold;
}

function summarize(points: readonly DataPoint[], statistic: string): number | undefined {
  if (points.length === 0) return undefined;
  const values = points.map(({ value }) => value);
  if (statistic === 'Maximum') return Math.max(...values);
  if (statistic === 'Minimum') return Math.min(...values);
  return values.reduce((sum, each) => sum + each, 0);
}
