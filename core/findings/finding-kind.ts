/**
 * The result of a rule for an element: it violates the rule, or the rule could not decide and a person must review it.
 */
export const findingKinds = ['violation', 'review'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The members of reports that contain or count the findings of a kind. */
export const reportMemberOf = { violation: 'violations', review: 'needsReview' } as const;
