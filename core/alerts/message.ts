/**
 * A message to people, independent of the channel. Mail and Slack render it. All texts are plain text: names and texts
 * from pages are escaped by the renderer of the channel.
 */
export interface AlertMessage {
  /** The subject of a mail and the header in Slack: what happened, where. At most 150 characters. */
  title: string;
  /** Paragraphs that say what happened. */
  intro: string[];
  sections: MessageSection[];
  /** Where to see everything. */
  action: MessageLink;
  /** Why the recipient gets the message. */
  reason: string;
  /** Where to change that; null for a message that cannot be switched off, such as an invitation. */
  settings: MessageLink | null;
}

export interface MessageLink {
  text: string;
  url: string;
}

/** Entries of one kind, for example the new issue groups of a site. */
export interface MessageSection {
  heading: string;
  /** Paragraphs before the entries. A stored message may have none. */
  intro?: string[];
  entries: MessageEntry[];
  /** Number of further entries that the message does not list. */
  omitted: number;
}

/** One thing to know or to do; for an issue group: the requirement, where it is, and how to fix it. */
export interface MessageEntry {
  title: string;
  link: string | null;
  /** Name and value of each fact, such as `Impact` and `serious`, or `Element` and the markup. */
  facts: { name: string; value: string; isCode?: true }[];
  /** How to fix it; null if there is nothing to fix. */
  remedy: string | null;
}
