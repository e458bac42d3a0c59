import type { Scan } from '../../api/types.ts';
import { parseWholeNumber } from '../../parts/parse-number.ts';

type Config = Scan['config'];

/** What a person enters to start a scan. */
export interface ScanValues {
  rules: string[];
  url: string;
  priority: string;
  maxPages: string;
  branch: string;
  targetBranch: string;
  commit: string;
  new: string;
  any: string;
  total: string;
  review: boolean;
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
] satisfies (keyof Config)[];

/** Returns the members of the last config that have no field. */
export function findOtherMembers(last: Config | undefined): Partial<Config> {
  return Object.fromEntries(Object.entries(last ?? {}).filter(([name]) => !ownMembers.includes(name)));
}

/** Returns what the fields show at first. @param last the config of the last scan of the site; undefined without one */
export function toScanValues(last: Config | undefined): ScanValues {
  const { new: ofNew = '', any = '', total, review = false } = last?.failOn ?? {};
  return {
    rules: last?.rules ?? ['wcag-aa'],
    url: '',
    priority: 'normal',
    maxPages: last?.maxPages === undefined ? '' : String(last.maxPages),
    branch: '',
    targetBranch: '',
    commit: '',
    new: ofNew,
    any,
    total: total === undefined ? '' : String(total),
    review,
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
  const { rules, priority, keepOthers, review } = values;
  const text = (name: 'url' | 'branch' | 'targetBranch' | 'commit' | 'new' | 'any') =>
    values[name].trim() === '' ? {} : { [name]: values[name].trim() };
  const number = (name: 'maxPages' | 'total') =>
    values[name].trim() === '' ? {} : { [name]: parseWholeNumber(values[name]) };
  const metadata = { ...text('branch'), ...text('targetBranch'), ...text('commit') };
  const thresholds = { ...text('new'), ...text('any'), ...number('total') };
  const { bestPractice, minCoverage, onNoBaseline } = last?.failOn ?? {};
  const otherThresholds = last?.failOn === undefined ? {} : { bestPractice, minCoverage, onNoBaseline };
  const hasGate = Object.keys(thresholds).length > 0 || (keepOthers && bestPractice !== undefined);
  return {
    ...(keepOthers ? findOtherMembers(last) : {}),
    rules,
    priority,
    ...text('url'),
    ...number('maxPages'),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(hasGate ? { failOn: { ...(keepOthers ? otherThresholds : {}), ...thresholds, review } } : {}),
  };
}
