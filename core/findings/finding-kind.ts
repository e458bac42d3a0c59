/** What a rule said of an element: that it is at fault, or that it could not decide and a person has to look. */
export const findingKinds = ['violation', 'review'] as const;
export type FindingKind = (typeof findingKinds)[number];
