/** What goes into a repository so that its pipeline scans, for one CI. Places are filled by `fillSnippet`. */
export interface Snippet {
  /** Where the CI looks for it, from the repository's root. */
  path: string;
  /** How it is highlighted. */
  language: 'yaml' | 'groovy';
  /** Scans a site of the service: `{{site}}`. */
  trigger: string;
  /** Starts a preview within the pipeline and scans it there: `{{start}}`, `{{url}}`. */
  local: string;
  /** Where the organisation's settings and the secret are kept, in one or two sentences. */
  settings: string;
  /** As `settings`, for scans in the pipeline itself, which need no service and no key. */
  localSettings: string;
}

/** What the places of a snippet are filled with. */
export interface Places {
  /** Id of a site, or its URL. */
  site?: string;
  /** Command that starts the preview. */
  start?: string;
  /** Where the preview answers. */
  url?: string;
}

/** What documentation shows, and what stays where nothing else is known. */
export const examplePlaces = {
  site: 'https://www.example.com/',
  start: 'npm start',
  url: 'http://localhost:8080/',
} as const satisfies Required<Places>;

/** Characters that are text alone in shells, YAML, Groovy and the expressions of every CI. */
const INERT = /[^\w.~:/?&=%@+,;-]/gu;

/**
 * A snippet with its places filled. Characters of a site or URL that a shell or a CI could take for something
 * else are percent-encoded, and what is to be one word is quoted.
 * @param text a member of a Snippet
 */
export function fillSnippet(text: string, places: Places): string {
  const { site, start, url } = { ...examplePlaces, ...places };
  return text
    .replaceAll('{{site}}', () => word(site))
    .replaceAll('{{url}}', () => word(url))
    .replaceAll('{{start}}', () => start);
}

function word(value: string): string {
  const inert = value.replace(INERT, (character) =>
    encodeURIComponent(character).replace(/[!'()*]/g, escaped),
  );
  return /[?&;]/.test(inert) ? `'${inert}'` : inert;
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
