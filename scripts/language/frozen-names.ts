/** A listed word that is also the name of a public or stored member. The name must not change. */
interface FrozenName {
  readonly name: string;
  /** Where it is public or stored. */
  readonly reason: string;
  /** Files and folders of code that may use the name: those that read or write the member. */
  readonly paths: readonly string[];
}

/** Tests and benchmarks create and read the public and stored data of all parts. */
const anywhere = ['bench/', 'test/'];

const frozenNames: readonly FrozenName[] = [
  {
    name: 'edition',
    reason: 'attribute of the stored scan, and part of the keys of its report objects',
    paths: [
      ...anywhere,
      'adapters/dynamodb/shared-reports.ts',
      'core/scans/object-keys.ts',
      'core/scans/scan.ts',
      'core/scans/settlement.ts',
      'functions/finish-scan/begin-revision.ts',
      'use-cases/finish-scan.ts',
      'use-cases/open-shared-report.ts',
      'use-cases/share-report.ts',
    ],
  },
  {
    name: 'marks',
    reason: 'member of queue messages, and of stored results and references',
    paths: [
      ...anywhere,
      'cli/local/scan-locally.ts',
      'core/comparison/reference.ts',
      'core/reports/finding-recorder.ts',
      'core/reports/schema/node.ts',
      'core/scans/',
      'scanner/page/findings.ts',
      'scanner/scan-chunk-pages.ts',
      'use-cases/choose-reference.ts',
      'use-cases/read-finding-work.ts',
      'use-cases/read-report-subject.ts',
      'use-cases/dispatch-chunk.ts',
    ],
  },
  {
    name: 'place',
    reason: 'member of results, of the stored state and of reports; attribute of slots; input of a digest',
    paths: [
      ...anywhere,
      'adapters/dynamodb/host-slots.ts',
      'core/api/example-report.ts',
      'core/comparison/',
      'core/findings/fingerprint.ts',
      'core/findings/identity.ts',
      'core/reports/report-node.ts',
      'core/reports/schema/node.ts',
    ],
  },
];

const COMMENT = /^\s*(\/\/|\/?\*)/;
const keywords = new Set(['const', 'let', 'for', 'of', 'in', 'return']);

/**
 * Removes the frozen names that a line of TypeScript uses as identifiers or as literals of one word. A word in a
 * comment or in a sentence stays, and so does a name that the file may not use.
 * @param path of the file, from the root
 * @returns the rest of the line, and how many names were removed
 */
export function removeFrozenNames(path: string, line: string): { rest: string; uses: number } {
  const names = frozenNames.filter(({ paths }) => paths.some((each) => isWithin(path, each)));
  if (names.length === 0 || COMMENT.test(line)) return { rest: line, uses: 0 };
  // Ends like an identifier in code: before a comma, a colon, a bracket and so on.
  const identifier = new RegExp(
    `(?:\\b(\\w+) )?(?<![\\w-])(?:${names.map(({ name }) => name).join('|')})(?=\\s*[,:?)}\\].;='!|])`,
    'g',
  );
  let uses = 0;
  const rest = line.replace(identifier, (use, before: string | undefined) => {
    if (before !== undefined && !keywords.has(before)) return use;
    uses += 1;
    return '';
  });
  return { rest, uses };
}

function isWithin(path: string, fileOrFolder: string): boolean {
  return fileOrFolder.endsWith('/') ? path.startsWith(fileOrFolder) : path === fileOrFolder;
}
