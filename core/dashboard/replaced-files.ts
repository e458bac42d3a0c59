/** Days for which a file of the dashboard is kept after a version without it was published. */
export const KEPT_DAYS = 30;

/** The tag of such a file. The lifecycle rule of the bucket deletes tagged files after `KEPT_DAYS`. */
export const replacedTag = { key: 'state', value: 'replaced' } as const;
