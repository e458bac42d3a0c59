/** What a rule said of an element: that it is at fault, or that it could not decide and a person has to look. */
export const findingKinds = ['violation', 'review'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The members of reports that hold the findings of a kind, or count them. */
export const reportMemberOf = { violation: 'violations', review: 'needsReview' } as const;
