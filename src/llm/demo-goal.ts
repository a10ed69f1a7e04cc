/** What a person who tries the demo is taken to have written (R11.4a). */
export const demoGoal = { en: 'Plan a small weekend picnic', zh: '计划一次周末小野餐' } as const;
