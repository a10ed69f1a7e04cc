/** The features that some browsers lack, in display order. */
export const browserFeatureNames = [
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

export type BrowserFeature = (typeof browserFeatureNames)[number];

/** The browser engine, by which storage rules differ. */
export type BrowserEngine = 'chromium' | 'firefox' | 'webkit';

/** The browser's engine, and the features that it lacks. */
export interface BrowserAbilities {
  engine: BrowserEngine;
  missing: readonly BrowserFeature[];
}

/**
 * Why stored data may not last: a private window, or a browser that clears a site's data after a week without a visit.
 */
export type RetentionRisk = 'private' | 'week';
