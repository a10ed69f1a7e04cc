import type { App } from '../app/app.svelte.ts';
import { backupFileTypes } from '../settings/backup-types.ts';

/** The parts of the welcome page that are loaded after its first paint. */
export { default as Picture } from './Picture.svelte';
export { leavePageForKeySignIn } from '../settings/key-sign-in.ts';
export { startDemo } from '../demo/start-demo.ts';

/** Opens the file picker at once, restores the chosen backup, and shows the result in the settings. */
export function pickAndRestoreBackup(app: App): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.accept = backupFileTypes;
  picker.onchange = () => {
    const [file] = picker.files ?? [];
    if (!file) return;
    void app.dependencies.backup().then((data) => data.restore(file));
    app.openSettings('data');
  };
  picker.click();
}
