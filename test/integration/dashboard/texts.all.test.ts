import { dataStates, screens } from '../../support/dashboard/screens.ts';
import { testTexts } from './screen-texts.ts';

testTexts(
  screens
    .filter(({ hasStates }) => hasStates)
    .flatMap((screen) =>
      dataStates.filter((state) => state !== 'full').map((state) => ({ name: screen.name, screen, state })),
    ),
);
