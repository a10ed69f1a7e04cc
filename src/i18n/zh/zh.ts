import type { en } from '../en/en.ts';
import type { TranslatedMessages } from '../translate.ts';
import { commands } from './commands.ts';
import { conversation } from './conversation.ts';
import { devices } from './devices.ts';
import { doctor } from './doctor.ts';
import { exam } from './exam.ts';
import { files } from './files.ts';
import { history } from './history.ts';
import { models } from './models.ts';
import { palette } from './palette.ts';
import { panes } from './panes.ts';
import { plan } from './plan.ts';
import { planfile } from './planfile.ts';
import { reasons } from './reasons.ts';
import { schedule } from './schedule.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { sources } from './sources.ts';
import { storage } from './storage.ts';

export const zh = {
  ...commands,
  ...conversation,
  ...devices,
  ...doctor,
  ...exam,
  ...files,
  ...history,
  ...models,
  ...palette,
  ...panes,
  ...plan,
  ...planfile,
  ...reasons,
  ...schedule,
  ...settings,
  ...shell,
  ...sources,
  ...storage,
} satisfies TranslatedMessages<typeof en>;
