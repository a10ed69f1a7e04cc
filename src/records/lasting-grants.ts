import type { Grants } from '../task/gate.ts';
import type { Grant } from '../values/tool-rule.ts';
import type { Settings } from './settings.ts';

/** The permanent permissions and prohibitions in the settings. */
export function lastingGrants(settings: Settings): Omit<Grants, 'plan'> {
  return {
    origins: settings.allowed_origins,
    private_origins: settings.allowed_private_origins,
    denied_origins: settings.denied_origins,
    tools: settings.tool_rules,
  };
}

/** The settings with a permanent permission added. */
export function settingsWithGrant(settings: Settings, grant: Grant): Settings {
  if (grant.kind === 'tool') return { ...settings, tool_rules: { ...settings.tool_rules, [grant.tool]: 'allow' } };
  const list = grant.private_address ? 'allowed_private_origins' : 'allowed_origins';
  return { ...settings, [list]: [...new Set([...settings[list], grant.origin])] };
}
