import * as z from 'zod/mini';
import { ToolRule } from '../values/tool-rule.ts';
import { defaultLimits, Limits, Thoroughness } from '../values/limits.ts';
import { McpServer } from './mcp-server.ts';
import { ReaderSettings } from './reader-settings.ts';
import { SearchSettings } from './search-settings.ts';
import { SiteKey } from './site-key.ts';

/** Where a key is kept: until the tab closes, on this device, or on this device encrypted with a passphrase. */
export const ApiKeyStoragePlace = z.enum(['session', 'device', 'passphrase']);
export type ApiKeyStoragePlace = z.infer<typeof ApiKeyStoragePlace>;

/** The views of the calendar. */
export const CalendarView = z.enum(['agenda', 'day', 'week', 'month']);
export type CalendarView = z.infer<typeof CalendarView>;

export const Settings = z.object({
  /** `auto`, or the code of a language that the page supports; any other code counts as `auto`. */
  language: z.string(),
  theme: z.enum(['auto', 'light', 'dark']),
  /** `auto` lets the model decide whether to plan, `always` requires a plan, `never` allows only answers. */
  planning: z.enum(['auto', 'always', 'never']),
  /** How often the model is asked during a task. */
  thoroughness: Thoroughness,
  /** The person reviews plans before they run. */
  review: z.boolean(),
  limits: Limits,
  /** The id of the profile in use, or null; `demo` is the scripted model. */
  profile: z.nullable(z.string()),
  /** The profile for thoughts and judgements within steps; null for `profile`. */
  thought_profile: z.nullable(z.string()),
  /** When the person last saved or chose a connection whose key was not refused; absent until then. */
  connected_at: z.optional(z.string()),
  /** The timeouts of a model call, in seconds: until the first data, and between payloads after that. */
  patience: z.object({
    first: z.int().check(z.minimum(10), z.maximum(3600)),
    idle: z.int().check(z.minimum(5), z.maximum(3600)),
  }),
  /** The US dollars that a session may spend before it pauses; null for no limit. */
  spending_limit: z.nullable(z.number().check(z.positive())),
  /** Minutes without work or activity after which encrypted keys are locked; null for never. */
  auto_lock: z.nullable(z.int().check(z.minimum(1), z.maximum(1440))),
  /** Sites that the person allowed permanently, as origins; private addresses have their own list. */
  allowed_origins: z.array(z.string()),
  allowed_private_origins: z.array(z.string()),
  /** Sites that no tool may reach, as origins. */
  denied_origins: z.array(z.string()),
  /** The rule for all calls of a tool, by `toolRuleKey`; other tools ask as their calls require. */
  tool_rules: z.record(z.string(), ToolRule),
  /** The sites to which requests go with a key of the person; absent until there is one. */
  site_keys: z.optional(z.array(SiteKey)),
  /** The remote MCP servers, in the order in which their tools are offered. */
  mcp_servers: z.array(McpServer),
  search: SearchSettings,
  reader: ReaderSettings,
  /** True if notifications are shown when a plan ends or needs the person while the page is hidden. */
  notify: z.boolean(),
  calendar_view: CalendarView,
  plan_view: z.enum(['list', 'graph']),
  /** True if single keys are shortcuts while no text is being typed (WCAG 2.1.4). */
  single_keys: z.boolean(),
  /**
   * The secret from which the marks around foreign text are derived; created when a session is first opened, never
   * imported.
   */
  frame_secret: z.optional(z.string()),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  language: 'auto',
  theme: 'auto',
  planning: 'auto',
  thoroughness: 'balanced',
  review: false,
  limits: defaultLimits,
  profile: null,
  thought_profile: null,
  patience: { first: 600, idle: 90 },
  spending_limit: null,
  auto_lock: 15,
  allowed_origins: [],
  allowed_private_origins: [],
  denied_origins: [],
  tool_rules: {},
  mcp_servers: [],
  search: { provider: 'wikipedia', base_url: '', language: '' },
  reader: { enabled: false, base_url: '' },
  notify: false,
  calendar_view: 'agenda',
  plan_view: 'list',
  single_keys: true,
};
