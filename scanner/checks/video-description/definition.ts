import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-video-description',
  version: 1,
  help: 'What only the picture of a video shows must be described',
  description:
    'Tests visible videos for a track with descriptions, a text beside them, or a link such as "Transcript" or "Audio ' +
    'description"; also in players with buttons of their own. Where there are several recordings, a link counts for the ' +
    'one that it is nearest to.',
  category: 'time-and-media',
  successCriteria: ['1.2.3', '1.2.5'],
  actRules: ['1ea59c', 'fd26cf'],
  impact: 'serious',
  needs: 'dom',
  kinds: ['review'],
  assumptions:
    'A long text beside the video, or a link with one of the words that the check knows, describes it. Whether the sound ' +
    'says what the picture shows is not known.',
  remedy: 'Let a voice say what the picture shows, or write a transcript that describes it.',
  question: 'Does the sound of this video, or a text, say what only its picture shows?',
};
