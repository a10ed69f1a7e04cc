/**
 * Returns a step's description for comparison: without a leading number, a final stop, letter case and extra spaces.
 */
export const normalizedStepDescription = (description: string): string =>
  description
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:step |步[骤驟] ?)?#?\d{1,3} ?[.):：、](?!\d) ?/i, '')
    .replace(/[.。]$/, '')
    .toLowerCase();
