import { bin } from './bin.ts';
import { browser } from './browser.ts';
import { calendar } from './calendar.ts';
import { commands } from './commands.ts';
import { connections } from './connections.ts';
import { conversation } from './conversation.ts';
import { data } from './data.ts';
import { defaults } from './defaults.ts';
import { doctor } from './doctor.ts';
import { due } from './due.ts';
import { exam } from './exam.ts';
import { edits } from './edits.ts';
import { graph } from './graph.ts';
import { installed } from './installed.ts';
import { history } from './history.ts';
import { imports } from './imports.ts';
import { mcp } from './mcp.ts';
import { memory } from './memory.ts';
import { files } from './files.ts';
import { models } from './models.ts';
import { onDevice } from './on-device.ts';
import { palette } from './palette.ts';
import { panes } from './panes.ts';
import { past } from './past.ts';
import { plan } from './plan.ts';
import { planfile } from './planfile.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { shortcutTexts } from './shortcuts.ts';
import { storage } from './storage.ts';
import { templates } from './templates.ts';
import { todoFiles } from './todo-files.ts';
import { usage } from './usage.ts';

/** What the page says only once there is a session or a connection: loaded by then. */
export const laterMessages = {
  en: {
    ...shell.en,
    ...connections.en,
    ...settings.en,
    ...conversation.en,
    ...defaults.en,
    ...plan.en,
    ...graph.en,
    ...edits.en,
    ...exam.en,
    ...installed.en,
    ...mcp.en,
    ...models.en,
    ...onDevice.en,
    ...doctor.en,
    ...calendar.en,
    ...commands.en,
    ...planfile.en,
    ...imports.en,
    ...panes.en,
    ...files.en,
    ...bin.en,
    ...browser.en,
    ...past.en,
    ...history.en,
    ...data.en,
    ...storage.en,
    ...templates.en,
    ...usage.en,
    ...memory.en,
    ...search.en,
    ...todoFiles.en,
    ...due.en,
    ...palette.en,
    ...shortcutTexts.en,
  },
  zh: {
    ...shell.zh,
    ...connections.zh,
    ...settings.zh,
    ...conversation.zh,
    ...defaults.zh,
    ...plan.zh,
    ...graph.zh,
    ...edits.zh,
    ...exam.zh,
    ...installed.zh,
    ...mcp.zh,
    ...models.zh,
    ...onDevice.zh,
    ...doctor.zh,
    ...calendar.zh,
    ...commands.zh,
    ...planfile.zh,
    ...imports.zh,
    ...panes.zh,
    ...files.zh,
    ...bin.zh,
    ...browser.zh,
    ...past.zh,
    ...history.zh,
    ...data.zh,
    ...storage.zh,
    ...templates.zh,
    ...usage.zh,
    ...memory.zh,
    ...search.zh,
    ...todoFiles.zh,
    ...due.zh,
    ...palette.zh,
    ...shortcutTexts.zh,
  },
} as const;
