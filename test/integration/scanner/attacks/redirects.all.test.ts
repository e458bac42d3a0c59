import { redirectAttacks } from './redirect-attacks.ts';
import { testAttacks } from './test-attacks.ts';

testAttacks('a redirect to the forbidden server', redirectAttacks);
