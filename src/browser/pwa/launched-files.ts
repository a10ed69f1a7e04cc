/** Not yet in TypeScript's DOM types. */
interface LaunchQueue {
  setConsumer(consume: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

/**
 * Calls `onFilesOpened` with the files that the person opens with the app from outside, including those from before
 * this call.
 */
export function watchLaunchedFiles(onFilesOpened: (files: readonly File[]) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    void Promise.all(files.map((handle) => handle.getFile()))
      .then(onFilesOpened)
      .catch(() => undefined);
  });
}
