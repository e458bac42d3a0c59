import { z } from 'zod';
import { findingKinds } from '../findings/finding-kind.ts';
import { FINGERPRINT } from '../findings/identity.ts';
import { createIdSchema } from '../ids.ts';
import { formatMeanings } from '../meanings.ts';
import { countSchema, timeSchema } from '../reports/schema/numbers.ts';
import {
  type FindingHistory,
  type GroupHistory,
  getLifeState,
  getSpotKind,
  type HistoryScan,
  type Life,
  type LifeState,
  lifeStates,
} from './site-history.ts';

/** A scan of a history in the format of the API. */
export const historyScanViewSchema = z.object({
  scanId: createIdSchema('scan').meta({ description: 'Id of the scan. It may be deleted.' }),
  commit: z.string().nullable().meta({ description: '`metadata.commit` of the scan; null if not given.' }),
  at: timeSchema.meta({ description: 'When the scan was triggered.' }),
});

const eventNames = ['first-seen', 'fixed', 'returned'] as const;
const stateNames = Object.keys(lifeStates) as [LifeState, ...LifeState[]];

const lifeViewSchema = z.object({
  asOf: historyScanViewSchema.meta({ description: 'The scan whose history this is.' }),
  ruleId: z.string().meta({ description: 'The rule.', example: 'image-alt' }),
  kind: z.enum(findingKinds).meta({ description: 'A violation, or needs review.' }),
  state: z.enum(stateNames).meta({ description: formatMeanings(lifeStates) }),
  firstSeen: historyScanViewSchema.meta({ description: 'The first scan that saw it.' }),
  isEarlier: z.boolean().meta({
    description: 'True if it was there before the history begins, so that an earlier scan may have seen it.',
  }),
  events: z
    .array(historyScanViewSchema.extend({ event: z.enum(eventNames) }))
    .meta({ description: 'When it was first seen, fixed, and seen again, in this order.' }),
  eventsOmitted: countSchema.meta({
    description: 'Number of events after the first one that are not listed, because there are too many.',
  }),
});

export const findingHistoryViewSchema = lifeViewSchema
  .extend({
    fingerprint: z.string().regex(FINGERPRINT).meta({ description: 'The finding.' }),
    issueGroup: z
      .string()
      .nullable()
      .meta({ description: 'Id of its issue group when it was last seen; null if not known.' }),
  })
  .meta({ id: 'FindingHistory', description: 'When a finding was first seen, fixed, and seen again.' });
export type FindingHistoryView = z.infer<typeof findingHistoryViewSchema>;

export const groupHistoryViewSchema = lifeViewSchema
  .extend({ issueGroup: z.string().meta({ description: 'Id of the issue group.' }) })
  .meta({
    id: 'IssueGroupHistory',
    description:
      'When an issue group was first seen, fixed, and seen again. It is fixed when none of its findings is left.',
  });
export type GroupHistoryView = z.infer<typeof groupHistoryViewSchema>;

/** The history of one finding or group, and what it belongs to. */
interface Shown<T extends Life> {
  asOf: HistoryScan;
  scans: readonly HistoryScan[];
  life: T;
}

/** Returns the history of a finding in the format of the API. */
export function toFindingHistoryView(fingerprint: string, shown: Shown<FindingHistory>): FindingHistoryView {
  const { ruleId, spot, group } = shown.life;
  return { fingerprint, issueGroup: group, ruleId, kind: getSpotKind(spot), ...toLifeView(shown) };
}

/** Returns the history of an issue group in the format of the API. */
export function toGroupHistoryView(issueGroup: string, shown: Shown<GroupHistory>): GroupHistoryView {
  const { ruleId, kind } = shown.life;
  return { issueGroup, ruleId, kind, ...toLifeView(shown) };
}

function toLifeView({ asOf, scans, life }: Shown<Life>) {
  const events = life.events.flatMap((event, index) => {
    const scan = scans[event];
    const name = index === 0 ? eventNames[0] : index % 2 === 1 ? eventNames[1] : eventNames[2];
    return scan ? [{ event: name, ...scan }] : [];
  });
  const [first] = events;
  if (first === undefined) throw new Error('a history has no event');
  const { event: _, ...firstSeen } = first;
  return {
    asOf,
    state: getLifeState(life),
    firstSeen,
    isEarlier: life.isEarlier === true,
    events,
    eventsOmitted: life.omitted ?? 0,
  };
}
