import { createContext } from 'svelte';
import type { PlanGraph } from './plan-graph.svelte.ts';

/** The graph that a step or a link is drawn in. */
export const [usePlanGraph, providePlanGraph] = createContext<PlanGraph>();
