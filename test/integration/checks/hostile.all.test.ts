import { hostilePages, testHostilePages } from './hostile-pages.ts';

testHostilePages(Object.keys(hostilePages));
