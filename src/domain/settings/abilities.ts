/** What some browsers lack, in the order in which it is told. */
export const abilityNames = [
  'secure',
  'workers',
  'service_worker',
  'locks',
  'durability',
  'persistence',
  'private_files',
  'folders',
  'models',
  'notifications',
  'install',
] as const;

export type Ability = (typeof abilityNames)[number];

/** The family of a browser, as far as what it keeps depends on it. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface Abilities {
  engine: Engine;
  missing: readonly Ability[];
}

/** Why what is stored may not last: this is a private window, or the browser clears the data of sites after a week without a visit. */
export type ShortKeeping = 'private' | 'week';
