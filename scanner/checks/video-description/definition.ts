import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-video-description',
  version: 2,
  help: 'What only the picture of a video shows must be described',
  description:
    'Tests visible videos for a track with descriptions, a link such as "Audio description", or a text that says that the ' +
    'video repeats what the page says; also in players with buttons of their own. Where there are several recordings, a ' +
    'link counts for the one that it is nearest to. Asks once a page about videos with sound that have only a text beside ' +
    'them, or a link such as "Transcript": it is an alternative on level A, but not on level AA.',
  category: 'time-and-media',
  successCriteria: ['1.2.3', '1.2.5'],
  actRules: ['1ea59c', 'fd26cf'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'A link with one of the words that the check knows leads to a description. Whether the sound says what the picture ' +
    'shows is not known.',
  remedy: 'Let a voice say what the picture shows, or write a transcript that describes it.',
  question: 'Does the sound of this video, or a text, say what only its picture shows?',
};
