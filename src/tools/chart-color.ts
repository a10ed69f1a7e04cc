import { chartLook } from './chart-look.ts';

/** The colour of a series by its place. */
export const chartColor = (at: number): string => chartLook.colors[at % chartLook.colors.length] ?? chartLook.ink;
