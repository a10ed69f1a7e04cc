import type { Grant } from './approval.ts';
import type { Settings } from './settings.ts';

/** The settings with a lasting permission added (R9.12). */
export function withGrant(settings: Settings, grant: Grant): Settings {
  if (grant.kind === 'tool') return { ...settings, tool_rules: { ...settings.tool_rules, [grant.tool]: 'allow' } };
  const list = grant.private_address ? 'allowed_private_origins' : 'allowed_origins';
  return { ...settings, [list]: [...new Set([...settings[list], grant.origin])] };
}
