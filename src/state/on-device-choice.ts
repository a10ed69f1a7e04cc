import type { ProviderChoice } from './app-dependencies.ts';

/** A model that runs in the page (R11.4b), among the providers: it has neither address nor key, and is named by the ui. */
export const onDeviceChoice: ProviderChoice = {
  id: 'on_device',
  name: '',
  baseUrl: '',
  keyPage: '',
  models: [],
  needsKey: false,
};
