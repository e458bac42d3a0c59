import type { Scan } from '../../api/types.ts';
import { parseWholeNumber } from '../../parts/parse-number.ts';

type Config = Scan['config'];

/** What a person enters for the gate of a scan. */
export interface GateValues {
  new: string;
  any: string;
  total: string;
  review: boolean;
}

/** What a person enters to start a scan. */
export interface ScanValues extends GateValues {
  rules: string[];
  url: string;
  priority: string;
  maxPages: string;
  branch: string;
  targetBranch: string;
  commit: string;
  /** Whether the members of the last config that have no field are sent, too. */
  keepOthers: boolean;
}

/** Members of a config that have fields, or that belong to one scan only. */
const ownMembers: readonly string[] = [
  'rules',
  'priority',
  'url',
  'maxPages',
  'metadata',
  'failOn',
  'baseline',
  'expectChanged',
] satisfies (keyof Config)[];

/** Returns the members of the last config that have no field. */
export function findOtherMembers(last: Config | undefined): Partial<Config> {
  return Object.fromEntries(Object.entries(last ?? {}).filter(([name]) => !ownMembers.includes(name)));
}

/** Returns what the fields of the gate show at first. */
export function toGateValues(failOn: Config['failOn']): GateValues {
  const { new: ofNew = '', any = '', total, review = false } = failOn ?? {};
  return { new: ofNew, any, total: total === undefined ? '' : String(total), review };
}

/**
 * Returns the gate to send; empty for none.
 * @param kept the gate whose members without a field are sent too
 */
export function toFailOn(
  { review, ...values }: GateValues,
  kept: Config['failOn'],
): { failOn?: Readonly<Record<string, unknown>> } {
  const text = (name: 'new' | 'any') => (values[name].trim() === '' ? {} : { [name]: values[name].trim() });
  const total = values.total.trim() === '' ? {} : { total: parseWholeNumber(values.total) };
  const thresholds = { ...text('new'), ...text('any'), ...total };
  const { bestPractice, minCoverage, onNoBaseline } = kept ?? {};
  if (Object.keys(thresholds).length === 0 && bestPractice === undefined) return {};
  const others = kept === undefined ? {} : { bestPractice, minCoverage, onNoBaseline };
  return { failOn: { ...others, ...thresholds, review } };
}

/** Returns what the fields show at first. @param last the config of the last scan of the site; undefined without one */
export function toScanValues(last: Config | undefined): ScanValues {
  return {
    rules: last?.rules ?? ['wcag-aa'],
    url: '',
    priority: 'normal',
    maxPages: last?.maxPages === undefined ? '' : String(last.maxPages),
    branch: '',
    targetBranch: '',
    commit: '',
    ...toGateValues(last?.failOn),
    keepOthers: last !== undefined,
  };
}

/**
 * Returns the config to send. The service validates it.
 * @param last the config of the last scan of the site; undefined without one
 */
export function toScanConfig(
  values: ScanValues,
  last: Config | undefined,
): Readonly<Record<string, unknown>> {
  const { rules, priority, keepOthers } = values;
  const text = (name: 'url' | 'branch' | 'targetBranch' | 'commit') =>
    values[name].trim() === '' ? {} : { [name]: values[name].trim() };
  const maxPages = values.maxPages.trim() === '' ? {} : { maxPages: parseWholeNumber(values.maxPages) };
  const metadata = { ...text('branch'), ...text('targetBranch'), ...text('commit') };
  return {
    ...(keepOthers ? findOtherMembers(last) : {}),
    rules,
    priority,
    ...text('url'),
    ...maxPages,
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...toFailOn(values, keepOthers ? last?.failOn : undefined),
  };
}
