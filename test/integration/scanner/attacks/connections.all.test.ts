import { connectionAttacks } from './connection-attacks.ts';
import { testAttacks } from './test-attacks.ts';

testAttacks('a connection by a script', connectionAttacks);
