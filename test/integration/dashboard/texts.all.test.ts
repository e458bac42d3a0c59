import { dataStates, screens } from '../../support/dashboard/screens.ts';
import { testTexts } from './screen-texts.ts';

testTexts(
  screens.flatMap((screen) =>
    dataStates
      .filter((state) => screen.hasStates || state === 'full')
      .map((state) => ({ name: screen.name, screen, state })),
  ),
);
