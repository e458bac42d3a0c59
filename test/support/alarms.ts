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
  /** The alarm is raised below the threshold. */
  isBelow: boolean;
  isMissingBreaching: boolean;
  /** Metric math over the ids of `metrics`. */
  expression: string;
  metrics: Readonly<Record<string, AlarmMetric>>;
}

/** Returns the value of a metric in the period; undefined if it has no data. */
export type ReadMetric = (metric: AlarmMetric) => number | undefined;

interface MetricData {
  MetricName: string;
  Namespace: string;
  Dimensions?: { Name: string; Value: string }[];
}

interface AlarmProperties extends Partial<MetricData> {
  AlarmName: string;
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
  Statistic?: string;
  Metrics?: { Id: string; Expression?: string; MetricStat?: { Metric: MetricData; Stat: string } }[];
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
    isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
    isMissingBreaching: alarm.TreatMissingData === 'breaching',
    expression: Metrics.find(({ Expression }) => Expression !== undefined)?.Expression ?? 'single',
    metrics: Object.fromEntries([...single, ...several]),
  };
}

function toMetric({ MetricName, Namespace, Dimensions = [] }: MetricData, statistic: string): AlarmMetric {
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { namespace: Namespace, name: MetricName, dimensions, statistic };
}

/** Returns the value that CloudWatch compares with the threshold of an alarm; undefined if it has no data. */
export function evaluateAlarm(
  { expression, metrics }: SynthesizedAlarm,
  read: ReadMetric,
): number | undefined {
  const values = Object.entries(metrics).map(([id, metric]) => [id, read(metric)] as const);
  const math = {
    FILL: (value: number | undefined, missing: number) => value ?? missing,
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  };
  const names = [...Object.keys(math), ...values.map(([id]) => id)];
  const compute = new Function(...names, `return ${expression.replaceAll(' AND ', ' && ')};`);
  const value = compute(...Object.values(math), ...values.map(([, each]) => each)) as number | undefined;
  return value !== undefined && Number.isNaN(value) ? undefined : value;
}

/** True if an alarm is raised by its metrics, if all of its evaluation periods are like the one that is read. */
export function isRaised(alarm: SynthesizedAlarm, read: ReadMetric): boolean {
  const value = evaluateAlarm(alarm, read);
  if (value === undefined) return alarm.isMissingBreaching;
  return alarm.isBelow ? value < alarm.threshold : value >= alarm.threshold;
}
