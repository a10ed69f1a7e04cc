/** The parts of the welcome page that are loaded after its first paint. */
export { default as Picture } from './Picture.svelte';
export { leaveForKey } from '../settings/key-sign-in.ts';
export { startDemo } from '../demo/start-demo.ts';
export { pickBackup } from './pick-backup.ts';
