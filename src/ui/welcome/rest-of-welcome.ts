/** What the welcome page shows and does after its first paint. */
export { default as PlanPicture } from './PlanPicture.svelte';
export { leaveForKey } from '../settings/key-sign-in.ts';
export { startDemo } from '../demo/start-demo.ts';
