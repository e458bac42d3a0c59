/** Texts of the accessibility statement. Its numbers are results of tests: `accessibility-results.json`. */
export const accessibilityText = {
  title: 'Accessibility of this dashboard',
  intro:
    'What was tested, how, and what was found. Automated tests cannot establish that a dashboard is accessible.',
  aim: {
    title: 'Aim',
    text: 'Everybody can use the dashboard: with a keyboard, with a screen reader, with large text, with light, dark or forced colors, and without motion. The aim is WCAG 2.2, level AA.',
  },
  tests: {
    title: 'Tests',
    caption: 'Automated tests of the dashboard',
    columns: { test: 'Test', result: 'Result' },
    engine: (name: string, version: string) => `Rules of ${name} ${version}: WCAG 2.2 AA and best practices`,
    ibm: (version: string) => `Rules of the IBM Equal Access engine ${version}`,
    scans: (scans: string, screens: string) => `${scans} of ${screens}`,
    scanCount: { one: 'scan', other: 'scans' },
    screenCount: { one: 'screen', other: 'screens' },
    conditions: 'Light, dark and forced colors; 320 and 1280 CSS pixels wide; empty, full and failing',
    violations: { one: 'violation', other: 'violations' },
    reviews: { one: 'result that needs review', other: 'results that need review' },
    reflow: 'No horizontal scrolling at 320 CSS pixels',
    keyboard: 'Each task by keyboard alone, with visible focus',
    passed: 'Passed',
    date: 'Results of',
  },
  limits: {
    title: 'Not tested',
    text: 'These results say nothing about criteria that only a person can judge. Checks with NVDA, VoiceOver and TalkBack follow a written protocol; results are listed here when a person has made them. No such check is recorded yet.',
  },
  contact: {
    title: 'Report a problem',
    text: 'Write to the operator of this service what you wanted to do, and which browser and assistive technology you use.',
  },
};
