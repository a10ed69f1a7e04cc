import { defaultSettings, type Settings } from './settings.ts';

const reset = ['allowed_origins', 'allowed_private_origins', 'search', 'reader'] as const;

/**
 * Settings, or some of them, as a backup may bring them back (R13.4): no file opens a site, frees a tool, or names an
 * address that the page would turn to by itself. What rules things out stays.
 */
export function restoredSettings(settings: Partial<Settings>): Partial<Settings> {
  const { tool_rules, mcp_servers } = settings;
  const ruled = Object.entries(tool_rules ?? {}).filter(([, rule]) => rule !== 'allow');
  return {
    ...settings,
    ...Object.fromEntries(reset.flatMap((key) => (key in settings ? [[key, defaultSettings[key]]] : []))),
    ...(tool_rules && { tool_rules: Object.fromEntries(ruled) }),
    ...(mcp_servers && { mcp_servers: mcp_servers.map((server) => ({ ...server, enabled: false })) }),
  };
}
