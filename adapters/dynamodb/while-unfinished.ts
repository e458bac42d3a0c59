/** The condition that a scan has not ended, with its values; `#status` is the status attribute. */
export const whileUnfinished = {
  condition: '#status IN (:queued, :running)',
  values: { ':queued': 'queued', ':running': 'running' },
} as const;
