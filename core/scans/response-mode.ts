/** How the events of a chunk reach the function that invoked the browser's: while it runs, or all at its end. */
export const responseModes = ['streamed', 'buffered'] as const;
export type ResponseMode = (typeof responseModes)[number];
