import * as z from 'zod/mini';
import { defaultSettings, type Settings } from './settings.ts';
import { defaultLimits, Limits } from '../values/limits.ts';

/** Limits of which a backup may lack some. */
export const PartialLimits = z.partial(Limits);

const reset = ['allowed_origins', 'allowed_private_origins', 'search', 'reader', 'thought_profile'] as const;

/**
 * The settings that a backup may restore: no file may allow a site or a tool, raise a limit, or set an address that the
 * page would contact by itself; a connection is used only once the person chooses it. Settings that forbid something
 * are restored.
 */
export function restorableSettings(settings: Partial<Settings>): Partial<Settings> {
  const { frame_secret: _secret, site_keys: _keys, ...others } = settings;
  const { auto_lock, limits, mcp_servers, profile, tool_rules } = others;
  const ruled = Object.entries(tool_rules ?? {}).filter(([, rule]) => rule !== 'allow');
  return {
    ...others,
    ...Object.fromEntries(reset.flatMap((key) => (key in settings ? [[key, defaultSettings[key]]] : []))),
    ...(profile !== undefined && { profile: profile === 'demo' ? profile : null }),
    ...(limits && { limits: usualAtMost(limits) }),
    ...(auto_lock !== undefined && { auto_lock: Math.min(auto_lock ?? Infinity, usualLock) }),
    ...(tool_rules && { tool_rules: Object.fromEntries(ruled) }),
    ...(mcp_servers && { mcp_servers: mcp_servers.map(({ id, name, url }) => ({ id, name, url, enabled: false })) }),
  };
}

const usualLock = defaultSettings.auto_lock ?? Infinity;

/** The limits, none above its default; older versions lack some. */
function usualAtMost(limits: Partial<Limits>): Limits {
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  const lower = names.map((name) => [name, Math.min(limits[name] ?? Infinity, defaultLimits[name])]);
  return Object.fromEntries(lower) as Limits;
}
