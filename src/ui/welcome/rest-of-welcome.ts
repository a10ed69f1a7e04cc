/** The parts of the welcome page that are loaded after its first paint. */
export { default as PlanPicture } from './PlanPicture.svelte';
export { startDemo } from '../demo/start-demo.ts';
