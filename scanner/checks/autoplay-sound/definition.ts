import type { CheckDefinition } from '../../../core/checks/check-definition.ts';

export const definition: CheckDefinition = {
  id: 'a11y-autoplay-sound',
  version: 1,
  help: 'Sound must not play by itself for more than three seconds without a control',
  description:
    'Tests audio and video elements that play by themselves and are not muted. The browser decodes the begin of their ' +
    'sound, so media without sound are not reported. About sound that it cannot play, or that is part of the page, a ' +
    'person is asked.',
  category: 'time-and-media',
  successCriteria: ['1.4.2'],
  actRules: ['80f0bf', '4c31df'],
  impact: 'serious',
  needs: 'time',
  kinds: ['violation', 'review'],
  assumptions:
    'The sound does not become silent within three seconds. A control with a name that says so ' +
    'stops it.',
  remedy: 'Remove autoplay, mute the sound, or show controls that pause or mute it at the begin of the page.',
  question: 'Does one of the controls near the player pause or mute the sound?',
};
